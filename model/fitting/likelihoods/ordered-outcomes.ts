import type { LikelihoodKernel } from '../likelihood.js';
import { type Link, linkOf } from '../../equations/formulas.js';

/** Smaller probabilities have fewer digits than their logarithms. */
const minNormal = 2 ** -1022;

/**
 * Ordered outcomes: P(Y ≤ j) = F(cut_j - η), so that a larger η means a higher outcome. The ancillary parameters are C
 * - 1 ascending thresholds `cut_1`, `cut_2` and so on, which replace a constant in the one equation. The sign
 * convention is the one of MASS::polr.
 * Source: McCullagh, "Regression models for ordinal data", JRSS B 42 (1980).
 *
 * @param outcome outcome of each row, 0 to categories - 1; each must occur
 * @param categories C
 * @param link distribution F of the random error. Default: logistic
 */
export function orderedOutcomes(outcome: Int32Array, categories: number, link = linkOf({})): LikelihoodKernel {
  const size = categories;
  return {
    equations: 1,
    ancillary: startingThresholds(outcome, categories, link),
    evaluate(row, eta, cuts, out) {
      const level = outcome[row]!;
      const upper = level === categories - 1 ? Infinity : cuts[level]! - eta[0]!;
      const lower = level === 0 ? -Infinity : cuts[level - 1]! - eta[0]!;
      if (!(upper > lower)) return -Infinity;
      // The difference of two small numbers loses less precision than the difference of two numbers near 1.
      const share = lower > 0 ? link.above(lower) - link.above(upper) : link.below(upper) - link.below(lower);
      const logShare = share > minNormal ? Math.log(share) : logDifference(lower, upper, link);
      if (out) {
        const [high, low] = [slopesAt(upper, share, logShare, link), slopesAt(lower, share, logShare, link)];
        const up = high.density;
        const down = -low.density;
        const upUp = high.curve - up * up;
        const downDown = -low.curve - down * down;
        const upDown = -up * down;
        out.gradient[0] = -(up + down);
        out.hessian[0] = upUp + downDown + 2 * upDown;
        if (level < categories - 1) writeThreshold(1 + level, up, upUp, upUp + upDown);
        if (level > 0) writeThreshold(level, down, downDown, downDown + upDown);
        if (level > 0 && level < categories - 1) {
          out.hessian[level * size + level + 1] = out.hessian[(level + 1) * size + level] = upDown;
        }
      }
      return logShare;

      function writeThreshold(at: number, first: number, second: number, byEta: number): void {
        out!.gradient[at] = first;
        out!.hessian[at * size + at] = second;
        out!.hessian[at] = out!.hessian[at * size] = -byEta;
      }
    },
  };
}

/** ln P(lower < error <= upper), also where the probability is rounded to 0. */
function logDifference(lower: number, upper: number, link: Link): number {
  const [more, less] =
    lower > 0 ? [link.logAbove(lower), link.logAbove(upper)] : [link.logBelow(upper), link.logBelow(lower)];
  return more + Math.log(-Math.expm1(less - more));
}

/** Density and its derivative, divided by the probability of the outcome; 0 at infinity. */
function slopesAt(x: number, share: number, logShare: number, link: Link): { density: number; curve: number } {
  if (!Number.isFinite(x)) return { density: 0, curve: 0 };
  if (share > minNormal) {
    const density = link.density(x);
    return { density: density / share, curve: (density * link.logDensitySlope(x)) / share };
  }
  const density = Math.exp(link.logDensity(x) - logShare);
  return { density, curve: density * link.logDensitySlope(x) };
}

/**
 * Thresholds that reproduce the observed shares at η = 0. Each category counts half a row more, so that empty ones
 * remain finite.
 */
function startingThresholds(outcome: Int32Array, categories: number, link: Link): { id: string; start: number }[] {
  const counts = new Float64Array(categories).fill(0.5);
  for (const level of outcome) counts[level]! += 1;
  const total = outcome.length + categories / 2;
  let below = 0;
  return Array.from({ length: categories - 1 }, (_, k) => {
    below += counts[k]!;
    return { id: `cut_${k + 1}`, start: link.quantile(below, total - below) };
  });
}
