import type { Candidate, QuestionScorer, RoutedWorkflow } from '../scorer/question-scorer.js';
import { hybridModel, lexicalModel } from './constants.js';
import { featuresOf, temperature } from './features.js';
import { predict } from './logistic.js';

/** Why a workflow was chosen: the matching words, and the most similar example. */
export interface Explanation {
  /** Words that the question shares with the workflow's examples, strongest first. */
  words: string[];
  /** The most similar example. */
  example: string;
  /** The `not_for` question that is more similar than any example, if there is one. */
  against: string | null;
  /** `hybrid`: sentence vectors and words; `lexical`: words only, because no sentence vector was available. */
  method: 'hybrid' | 'lexical';
  /** Parts of the score; see {@link Candidate}. */
  parts: { semantic: number; lexical: number; example: number; pull: number };
}

export interface Routed {
  workflow: RoutedWorkflow;
  /** Calibrated probability, 0 to 1, that the route is correct. */
  confidence: number;
  /** Odds of the workflow relative to the best one: 1 for the best. */
  odds: number;
  explanation: Explanation;
}

/** Scores of words alone differ less: the factor is the ratio of the standard deviations of both scores in the fit. */
const lexicalTemperature = 0.36 * temperature;
const maxWords = 5;
const decimals = 4;

/**
 * Ranks the workflows for a question, best first, with the confidence that each is correct. The confidence of the best one is calibrated.
 * The others share the rest in proportion to the odds of their scores. Deterministic.
 *
 * @param vector the sentence vector of the question; without it, only words are compared, with confidence constants fitted for that case
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
    odds: round(odds(candidate, best, used ? temperature : lexicalTemperature)),
    confidence: round(
      rank === 0 ? confidence : Math.min(confidence * odds(candidate, best, temperature), 1 - confidence),
    ),
    explanation: {
      words: scorer.wordsFor(question, candidate.workflow.id, maxWords),
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

const odds = (candidate: Candidate, best: Candidate, spread: number) =>
  Math.exp((candidate.score - best.score) / spread);

const round = (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
