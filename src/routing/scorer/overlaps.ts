import type { Routed } from '../confidence/route-question.js';

/** Questions that two workflows claim. */
export interface Overlap {
  /** The other one. */
  workflow_id: string;
  questions: {
    question: string;
    confidence: number;
    /** The example there that is most like it. */
    nearest: string;
  }[];
}

const mostWorkflows = 10;
const mostQuestions = 10;

/**
 * What is in dispute where the examples of a new workflow are sent to others today.
 *
 * @param routes where each question goes without the new workflow
 * @param floor the confidence from which on the router sends a question anywhere
 */
export function overlapsOf(
  routes: readonly { question: string; best: Routed | undefined }[],
  floor: number,
): Overlap[] {
  const found = new Map<string, Overlap['questions']>();
  for (const { question, best } of routes) {
    if (!best || best.confidence < floor) continue;
    const questions = found.get(best.workflow.id) ?? [];
    questions.push({ question, confidence: best.confidence, nearest: best.explanation.example });
    found.set(best.workflow.id, questions);
  }
  return [...found]
    .map(([workflow_id, questions]) => ({ workflow_id, questions: questions.slice(0, mostQuestions) }))
    .sort((a, b) => b.questions.length - a.questions.length || (a.workflow_id < b.workflow_id ? -1 : 1))
    .slice(0, mostWorkflows);
}
