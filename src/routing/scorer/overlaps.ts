import type { Routed } from '../confidence/route-question.js';

/** A question that two workflows claim, and how surely one of them gets it. */
export interface DisputedQuestion {
  question: string;
  confidence: number;
  /** The example of the one that gets it that is most like it. */
  nearest: string;
}

export interface Overlap {
  /** The other one. */
  workflow_id: string;
  /** Examples of the new one that the other one gets today. */
  questions: DisputedQuestion[];
  /** Examples of the other one that the new one would get. */
  taken: DisputedQuestion[];
}

/** An example and where it goes, the best first. */
export interface RoutedExample {
  /** Whose example it is. */
  workflowId: string;
  question: string;
  routes: readonly Routed[];
}

const mostWorkflows = 10;
const mostQuestions = 10;

/** The workflows that come nearest to the examples of a new one: only they are asked what it would take from them. */
export function rivalsOf(today: readonly RoutedExample[]): Set<string> {
  const nearness = new Map<string, number>();
  for (const { workflow, confidence } of today.flatMap(({ routes }) => routes)) {
    nearness.set(workflow.id, Math.max(confidence, nearness.get(workflow.id) ?? 0));
  }
  const nearest = [...nearness].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Set(nearest.slice(0, mostWorkflows).map(([id]) => id));
}

/**
 * What is in dispute between a new workflow and those that are there.
 *
 * @param today where its examples go without it
 * @param then where the examples of others would go with it
 * @param newId its own id
 * @param floor the confidence from which on the router sends a question anywhere
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
    .slice(0, mostWorkflows)
    .map(({ workflow_id, questions, taken }) => ({
      ...{ workflow_id, questions: questions.slice(0, mostQuestions), taken: taken.slice(0, mostQuestions) },
    }));
}

function disputed(question: string, { confidence, explanation }: Routed): DisputedQuestion {
  return { question, confidence, nearest: explanation.example };
}
