import { normalCumulative } from '../../math/normal.js';

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp, log } = Math;

/** One agent's predictors and the spread, which give the distribution of what it would pay. */
export interface AmountDistribution {
  /** Mean of the logarithm of the amount. */
  amount: number;
  /** Logit of the probability to pay nothing. */
  zero: number;
  /** Standard deviation of the logarithm of the amount. */
  sigma: number;
}

/** The probability to pay anything at all. */
export function probabilityOfAny({ zero }: AmountDistribution): number {
  return 1 / (1 + exp(zero));
}

/** The probability to pay a price above 0. */
export function probabilityToPay(own: AmountDistribution, price: number): number {
  return probabilityOfAny(own) * normalCumulative((own.amount - log(price)) / own.sigma);
}

/**
 * The mean of what an agent would pay, amounts above `most` counting as that much: the mean of a censored log-normal number.
 * Source: Johnson, Kotz and Balakrishnan, "Continuous univariate distributions", volume 1, chapter 14.
 */
export function censoredMean(own: AmountDistribution, most: number): number {
  const { amount, sigma } = own;
  const distance = (log(most) - amount) / sigma;
  const above = most * normalCumulative(-distance);
  const share = normalCumulative(distance - sigma);
  // The mean without a limit may be infinite where the share is 0, or next to it; amounts below the limit are less than the limit.
  const below =
    share === 0 ? 0 : Math.min(exp(amount + (sigma * sigma) / 2) * share, most * normalCumulative(distance));
  return probabilityOfAny(own) * (below + above);
}
