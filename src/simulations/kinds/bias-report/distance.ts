/** Shares of options that add up to 1. */
export type Shares = readonly number[];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Mean of each option over several distributions. */
export function meanShares(all: readonly Shares[]): number[] {
  return all[0]!.map((_, k) => sumOf(all.map((own) => own[k]!)) / all.length);
}

/** Half the sum of the absolute differences, 0 to 1. */
export const totalVariation = (a: Shares, b: Shares): number =>
  Math.min(1, sumOf(a.map((value, k) => Math.abs(value - b[k]!))) / 2);

export const uniformDistance = (shares: Shares): number =>
  totalVariation(
    shares,
    shares.map(() => 1 / shares.length),
  );

/**
 * The distance to expect if each agent answers with its own probabilities: the mean absolute error of each share, which is approximately
 * normal with the variance Σ p(1 − p) ÷ n².
 *
 * @param probabilities of each agent by option
 */
export function samplingDistance(probabilities: readonly Shares[], replicates: number): number {
  const errors = probabilities[0]!.map((_, k) => {
    const variance = sumOf(probabilities.map((own) => own[k]! * (1 - own[k]!))) / replicates;
    return Math.sqrt((2 * variance) / Math.PI) / probabilities.length;
  });
  return Math.min(1, sumOf(errors) / 2);
}

/**
 * Score of a simulated distribution: 100 if it is equal, 0 if it is as far away as equal shares. Of several groups, both distances are means.
 * Null if the baseline is 0. Source: Hu et al., "SimBench", arXiv 2510.17516 (2025).
 */
export function simBenchScore(distance: number, uniform: number): number | null {
  return uniform > 0 ? 100 * (1 - distance / uniform) : null;
}

/** Pearson correlation; null if one side does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  const [meanA, meanB] = [sumOf(a) / a.length, sumOf(b) / b.length];
  const product = sumOf(a.map((value, k) => (value - meanA) * (b[k]! - meanB)));
  const [ssA, ssB] = [sumOf(a.map((value) => (value - meanA) ** 2)), sumOf(b.map((value) => (value - meanB) ** 2))];
  // Rounding errors of equal values are no variation.
  if (ssA < 1e-18 || ssB < 1e-18) return null;
  return Math.max(-1, Math.min(1, product / Math.sqrt(ssA * ssB)));
}

/** Half an answer for each option, so that an option that no agent chose gets a finite weight. */
const pseudoAnswers = 0.5;

/** Weights with which the shares reach the target, up to the pseudo answers. Their product is 1, because only ratios matter. */
export function optionWeights(shares: Shares, target: Shares, answers: number): number[] {
  const smoothed = (own: Shares) =>
    own.map((value) => (value * answers + pseudoAnswers) / (answers + own.length * pseudoAnswers));
  const from = smoothed(shares);
  const logs = smoothed(target).map((value, k) => Math.log(value / from[k]!));
  const mean = sumOf(logs) / logs.length;
  return logs.map((value) => Math.exp(value - mean));
}

/** Multiplies shares by weights and makes them add up to 1. */
export function corrected(shares: Shares, weights: readonly number[]): number[] {
  const weighted = shares.map((value, k) => value * weights[k]!);
  const sum = sumOf(weighted);
  return weighted.map((value) => value / sum);
}
