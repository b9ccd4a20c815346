import type { Candidate, ScoredQuestion } from '../scorer/question-scorer.js';

/** Scores differ little; this factor spreads them before they are compared as odds. */
export const temperature = 0.1;
const maxLogit = 8;

/**
 * Features of the confidence: the score of the best workflow, its lead over the next one, its most similar `examples` and `not_for`
 * questions, and their products with the number of examples, because the best of many examples is more similar. The sizes of catalog and
 * question are not features: their effect did not transfer between data sets. A competitor with score 0 is always included; without it, a
 * catalog of one workflow would always give full confidence.
 */
export function featuresOf({ candidates, knownShare }: ScoredQuestion): number[] {
  const [best] = candidates;
  if (!best) return [];
  const { mean, deviation } = spread(candidates);
  const share = 1 / (1 + rivals(candidates));
  const { likeness } = best.example;
  const { counterLikeness, workflow } = best;
  const count = Math.log(workflow.examples.length);
  const hasNotFor = workflow.notFor.length > 0 ? 1 : 0;
  return [
    best.score,
    best.score - (candidates[1]?.score ?? 0),
    Math.max(-maxLogit, Math.min(maxLogit, Math.log(share / (1 - share)))),
    best.semantic,
    likeness,
    knownShare,
    deviation > 0 ? (best.score - mean) / deviation : 0,
    mean,
    counterLikeness,
    likeness - counterLikeness,
    hasNotFor,
    count,
    count * likeness,
    count * counterLikeness,
    hasNotFor * likeness,
    hasNotFor * count * (likeness - counterLikeness),
  ];
}

/** Odds of all competitors against the best workflow. */
function rivals(candidates: readonly Candidate[]): number {
  const [best, ...others] = candidates.map(({ score }) => score);
  return [...others, 0].reduce((sum, score) => sum + Math.exp((score - best!) / temperature), 0);
}

function spread(candidates: readonly Candidate[]): { mean: number; deviation: number } {
  const scores = candidates.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) };
}
