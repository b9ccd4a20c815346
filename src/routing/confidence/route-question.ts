import type { Candidate, QuestionScorer, RoutedWorkflow } from '../scorer/question-scorer.js';
import { hybridModel, lexicalModel } from './constants.js';
import { featuresOf, TEMPERATURE } from './features.js';
import { predict } from './logistic.js';

/** Why a workflow was chosen: what in the question spoke for it, and what it was found to be like. */
export interface Explanation {
  /** The words of the question that its examples share, the strongest first. */
  words: string[];
  /** The example that is most like the question. */
  example: string;
  /** The question of `not_for` that is more like it than any example, if there is one. */
  against: string | null;
  /** `hybrid`: meaning and words were compared; `lexical`: words alone, since no sentence vector was at hand. */
  method: 'hybrid' | 'lexical';
  /** What the score is made of: see {@link Candidate}. */
  parts: { semantic: number; lexical: number; example: number; pull: number };
}

export interface Routed {
  workflow: RoutedWorkflow;
  /** 0 to 1: of the routes given with 0.8, four in five are right. */
  confidence: number;
  explanation: Explanation;
}

const MOST_WORDS = 5;
const DECIMALS = 4;

/**
 * Workflows for a question, the best first, each with the confidence that it is the right one. The confidence of the best is calibrated;
 * the others' share what it leaves, by the odds of their scores. Deterministic.
 *
 * @param vector the sentence vector of the question; without it words alone are compared, and the confidence knows that
 */
export function routeQuestion(
  scorer: QuestionScorer,
  question: string,
  vector: ArrayLike<number> | undefined,
  most: number,
): Routed[] {
  const used = scorer.hasVectors ? vector : undefined;
  const scored = scorer.score(question, used);
  const [best] = scored.candidates;
  if (!best) return [];
  const confidence = predict(used ? hybridModel : lexicalModel, featuresOf(scored));
  return scored.candidates.slice(0, most).map((candidate, rank) => ({
    workflow: candidate.workflow,
    confidence: round(rank === 0 ? confidence : Math.min(confidence * odds(candidate, best), 1 - confidence)),
    explanation: {
      words: scorer.wordsFor(question, candidate.workflow.id, MOST_WORDS),
      example: candidate.example.text,
      against: candidate.against,
      method: used ? 'hybrid' : 'lexical',
      parts: {
        semantic: round(candidate.semantic),
        lexical: round(candidate.lexical),
        example: round(candidate.example.likeness),
        pull: round(candidate.pull),
      },
    },
  }));
}

const odds = (candidate: Candidate, best: Candidate) => Math.exp((candidate.score - best.score) / TEMPERATURE);

const round = (value: number) => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS;
