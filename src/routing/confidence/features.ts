import type { Candidate, ScoredQuestion } from '../scorer/question-scorer.js';

/** Scores differ little; this factor spreads them before they are compared as odds. */
export const temperature = 0.1;
const maxLogit = 8;

/**
 * Features of the confidence. The sizes of catalog and question are not features: their effect did not transfer between data sets. A
 * competitor with score 0 is always included; without it, a catalog of one workflow would always give full confidence. Similarities leave
 * out words that the catalog does not have, so the lead of the examples counts as far as their words cover the question.
 */
export function featuresOf({ candidates, coverage, answerable }: ScoredQuestion): number[] {
  const [best] = candidates;
  if (!best) return [];
  const mean = candidates.reduce((sum, { score }) => sum + score, 0) / candidates.length;
  const share = 1 / (1 + rivals(candidates));
  const hasNotFor = best.workflow.notFor.length > 0 ? 1 : 0;
  return [
    best.score,
    Math.max(-maxLogit, Math.min(maxLogit, Math.log(share / (1 - share)))),
    mean,
    coverage,
    best.counterLikeness,
    hasNotFor,
    hasNotFor * coverage * leadOfExamples(candidates),
    answerable,
  ];
}

/**
 * Similarity of the most similar example of all workflows minus that of the most similar `not_for` question. People ask for a cause, a
 * price or an instruction in the same words on every topic, so the `not_for` questions of other workflows count too.
 */
function leadOfExamples(candidates: readonly Candidate[]): number {
  const examples = candidates.map(({ example }) => example.likeness);
  const counterExamples = candidates.map(({ counterLikeness }) => counterLikeness);
  return Math.max(...examples) - Math.max(...counterExamples);
}

/** Odds of all competitors against the best workflow. */
function rivals(candidates: readonly Candidate[]): number {
  const [best, ...others] = candidates.map(({ score }) => score);
  return [...others, 0].reduce((sum, score) => sum + Math.exp((score - best!) / temperature), 0);
}
