import type { Candidate, ScoredQuestion } from '../scorer/question-scorer.js';

/** Scores lie close together; this spreads them before they are compared as odds. */
export const TEMPERATURE = 0.1;
const FARTHEST_LOGIT = 8;

/**
 * What the confidence is read from, as numbers: how good the best workflow is by itself, how far ahead of the next it is, and what
 * the question is like. The sizes of catalog and question are left out: what they said of one set of data did not hold for another. A rival
 * with score 0 is always there, or a catalog of one workflow would be sure of everything. `not_for` speaks through the score alone.
 */
export function featuresOf({ candidates, knownShare }: ScoredQuestion): number[] {
  const [best] = candidates;
  if (!best) return [];
  const { mean, deviation } = spread(candidates);
  const share = 1 / (1 + rivals(candidates));
  return [
    best.score,
    best.score - (candidates[1]?.score ?? 0),
    Math.max(-FARTHEST_LOGIT, Math.min(FARTHEST_LOGIT, Math.log(share / (1 - share)))),
    best.semantic,
    best.example.likeness,
    knownShare,
    deviation > 0 ? (best.score - mean) / deviation : 0,
    mean,
  ];
}

/** The odds of all rivals against the best. */
function rivals(candidates: readonly Candidate[]): number {
  const [best, ...others] = candidates.map(({ score }) => score);
  return [...others, 0].reduce((sum, score) => sum + Math.exp((score - best!) / TEMPERATURE), 0);
}

function spread(candidates: readonly Candidate[]): { mean: number; deviation: number } {
  const scores = candidates.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) };
}
