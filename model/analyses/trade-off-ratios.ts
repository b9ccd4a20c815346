import type { RatioEstimates } from './ratio-figures.js';
import {
  type Estimate,
  hasQuantiles,
  isLogNormal,
  isRandom,
  logNormalRatio,
  quantileOf,
  type UnitModel,
  type UnitUtility,
} from './trade-off-utilities.js';

/** The amount of all agents, or the amount above those of a percentage of them. */
export interface AmountEstimates {
  /** Null if all agents have the same amount. */
  readonly percentile: number | null;
  readonly numerator: Estimate;
  readonly denominator: Estimate;
  /** The amount has a log-normal distribution over agents: its logarithm is a sum of coefficients. */
  readonly isLogNormal: boolean;
}

/** Percentages of agents with smaller amounts. */
const percentiles = [10, 50, 90];

/**
 * Ratios of two utilities of one unit. If the ratio differs between agents, quantiles of its distribution.
 *
 * @returns undefined if the quantiles have no closed form, or if the denominator can be 0 for an agent
 */
export function amountsOf(
  model: UnitModel,
  numerator: UnitUtility,
  denominator: UnitUtility,
): AmountEstimates[] | undefined {
  if (!hasQuantiles(model, numerator) || (isRandom(denominator) && !isLogNormal(denominator))) return undefined;
  const at = (utility: UnitUtility, share = 0.5) => quantileOf(model, utility, share);
  const each = (amountAt: (share: number) => Omit<AmountEstimates, 'percentile'>) =>
    percentiles.map((percentile) => ({ percentile, ...amountAt(percentile / 100) }));

  if (!isRandom(denominator)) {
    const divisor = at(denominator);
    const isExact = isLogNormal(numerator) && divisor.gradient.every((slope) => slope === 0);
    const amountAt = (share: number) => ({
      numerator: at(numerator, divisor.value > 0 ? share : 1 - share),
      denominator: divisor,
      isLogNormal: isExact,
    });
    return isRandom(numerator) ? each(amountAt) : [{ percentile: null, ...amountAt(0.5) }];
  }
  if (!isRandom(numerator)) {
    const dividend = at(numerator);
    // The ratio falls with the denominator, which has one sign, if the numerator is positive.
    return each((share) => ({
      numerator: dividend,
      denominator: at(denominator, dividend.value > 0 ? 1 - share : share),
      isLogNormal: false,
    }));
  }
  if (!isLogNormal(numerator)) return undefined;
  const one = { value: 1, gradient: new Float64Array(model.values.length) };
  return each((share) => ({
    numerator: logNormalRatio(model, numerator, denominator, share),
    denominator: one,
    isLogNormal: true,
  }));
}

/** @param covariance of the coefficients, size × size */
export function ratioEstimates({ numerator, denominator }: AmountEstimates, covariance: Float64Array): RatioEstimates {
  const size = numerator.gradient.length;
  const product = ({ gradient: left }: Estimate, { gradient: right }: Estimate) =>
    left.reduce((sum, a, i) => sum + right.reduce((line, b, j) => line + a * b * covariance[i * size + j]!, 0), 0);
  return {
    numerator: numerator.value,
    denominator: denominator.value,
    numeratorVariance: product(numerator, numerator),
    denominatorVariance: product(denominator, denominator),
    covariance: product(numerator, denominator),
  };
}
