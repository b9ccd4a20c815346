import { normalCumulative } from '../../math/normal.js';
import { exp, log } from '../../math/elementary.js';

/** Parameters of the distribution of the amount that one agent would pay. */
export interface AmountDistribution {
  /** Mean of the logarithm of the amount. */
  amount: number;
  /** Logit of the probability of paying nothing. */
  zero: number;
  /** Standard deviation of the logarithm of the amount. */
  sigma: number;
}

/** Probability of paying more than nothing. */
export function probabilityOfAny({ zero }: AmountDistribution): number {
  return 1 / (1 + exp(zero));
}

/** Probability of paying at least a price above 0. */
export function probabilityToPay(distribution: AmountDistribution, price: number): number {
  return probabilityOfAny(distribution) * normalCumulative((distribution.amount - log(price)) / distribution.sigma);
}

/**
 * Mean amount, with amounts above `limit` counted as `limit`: the mean of a right-censored log-normal variate with a spike at 0.
 * Source: Johnson, Kotz and Balakrishnan, "Continuous univariate distributions", volume 1, chapter 14.
 */
export function censoredMean(distribution: AmountDistribution, limit: number): number {
  const { amount, sigma } = distribution;
  const distance = (log(limit) - amount) / sigma;
  const above = limit * normalCumulative(-distance);
  const share = normalCumulative(distance - sigma);
  // The uncensored mean can overflow if the share is 0 or tiny, so the part below the limit is bounded by limit × probability.
  const below =
    share === 0 ? 0 : Math.min(exp(amount + (sigma * sigma) / 2) * share, limit * normalCumulative(distance));
  return probabilityOfAny(distribution) * (below + above);
}
