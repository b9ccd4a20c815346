import type { Routed } from '../confidence/route-question.js';

export interface DisputedQuestion {
  question: string;
  confidence: number;
  nearest: string;
}

export interface Overlap {
  workflow_id: string;
  /** Examples of the new workflow that the existing one receives today. */
  questions: DisputedQuestion[];
  /** Examples of the existing workflow that the new one would receive. */
  taken: DisputedQuestion[];
}

export interface RoutedExample {
  workflowId: string;
  question: string;
  routes: readonly Routed[];
}

const maxWorkflows = 10;
const maxQuestions = 10;

/** The workflows most similar to the examples of a new one. Only their examples are compared with it. */
export function competitorsOf(today: readonly RoutedExample[]): Set<string> {
  const nearness = new Map<string, number>();
  for (const { workflow, confidence } of today.flatMap(({ routes }) => routes)) {
    nearness.set(workflow.id, Math.max(confidence, nearness.get(workflow.id) ?? 0));
  }
  const nearest = [...nearness].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Set(nearest.slice(0, maxWorkflows).map(([id]) => id));
}

/**
 * Finds the questions that a new workflow and the existing ones have in common.
 *
 * @param today routes of the new workflow's examples without it
 * @param then routes of the existing workflows' examples with it
 * @param newId id of the new workflow
 * @param floor minimum confidence at which the router accepts a route
 */
export function overlapsOf(
  today: readonly RoutedExample[],
  then: readonly RoutedExample[],
  newId: string,
  floor: number,
): Overlap[] {
  const found = new Map<string, Overlap>();
  const overlapWith = (id: string) => {
    const overlap = found.get(id) ?? { workflow_id: id, questions: [], taken: [] };
    found.set(id, overlap);
    return overlap;
  };
  for (const { question, routes } of today) {
    const [best] = routes;
    if (best && best.confidence >= floor) overlapWith(best.workflow.id).questions.push(disputed(question, best));
  }
  for (const { workflowId, question, routes } of then) {
    const [best] = routes;
    if (best?.workflow.id !== newId || best.confidence < floor) continue;
    overlapWith(workflowId).taken.push(disputed(question, best));
  }
  const size = ({ questions, taken }: Overlap) => questions.length + taken.length;
  return [...found.values()]
    .sort((a, b) => size(b) - size(a) || (a.workflow_id < b.workflow_id ? -1 : 1))
    .slice(0, maxWorkflows)
    .map(({ workflow_id, questions, taken }) => ({
      workflow_id,
      questions: questions.slice(0, maxQuestions),
      taken: taken.slice(0, maxQuestions),
    }));
}

function disputed(question: string, { confidence, explanation }: Routed): DisputedQuestion {
  return { question, confidence, nearest: explanation.example };
}
