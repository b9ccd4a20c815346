import { normalCumulative, normalQuantile } from '../../math/normal.js';
import { exp, log } from '../../math/elementary.js';
import { type Coefficients, type CompiledEquations, estimatesOf } from '../../equations/compile-equations.js';
import { logisticFromUniform, fillUniforms, streamPurposes } from '../../random/stream.js';
import type { DecisionOutput, Expectation, CurveCount } from '../../equations/decision-family.js';
import { countBoth, expectations, fromEquations, idsOf, outcomeColumns, type Side } from '../outcome-columns.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';
import type { Situation } from '../../population/situation.js';

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

/** A willingness-to-pay model compiled for a scenario and the baseline. */
export interface CompiledPayment {
  readonly decision: WillingnessToPay;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  readonly prices: Readonly<Record<Side, number>>;
  /** Index of the coefficient log σ. */
  readonly logSigma: number;
}

/** Indices of the outcomes. */
export const paymentOutcomes = { nothing: 0, lessThanPrice: 1, price: 2 } as const;

/** Step of the random stream that the errors use: one draw for paying nothing and one for the amount. */
const randomStep = 0;
const drawsPerAgent = 2;

/**
 * Simulates amounts under scenario and baseline with the same random errors. An agent pays nothing if the predictor `zero` plus a logistic
 * error is above 0. Otherwise its amount is the exponential of the predictor `amount` plus σ times a normal error.
 *
 * Columns `pays_nothing` and `log_amount` contain the results; `log_amount` is also defined for agents that pay nothing. `error.zero` and
 * `error.amount` contain the random errors.
 */
export function runPayment(compiled: CompiledPayment, situation: Situation): DecisionOutput {
  const { decision } = compiled;
  const { count } = situation.attributes;
  const sigma = sigmaOf(compiled, estimatesOf(compiled.scenario.model));
  const errors = drawErrors(situation);
  const results = fromEquations(compiled, situation, (values, side) => {
    const price = compiled.prices[side];
    const nothing = Uint8Array.from(errors.zero, (error, row) => Number(values[count + row]! + error > 0));
    const logAmounts = errors.amount.map((error, row) => values[row]! + sigma * error);
    return {
      nothing,
      logAmounts,
      outcomes: nothing.map((paysNothing, row) => outcomeOf(paysNothing === 1, logAmounts[row]!, price)),
      probabilities: chancesOf(values, count, sigma, price),
      expected: meanAmounts(compiled, values, count, sigma),
      measure: logAmounts.map((amount, row) => (nothing[row] === 1 ? 0 : Math.min(exp(amount), decision.amount.most))),
    };
  });
  return {
    columns: [
      ...outcomeColumns(idsOf(decision), results, decision.amount.id),
      { name: 'pays_nothing', type: 'bool', values: results.scenario.nothing },
      { name: 'log_amount', type: 'float64', values: results.scenario.logAmounts },
      { name: 'baseline_pays_nothing', type: 'bool', values: results.baseline.nothing },
      { name: 'baseline_log_amount', type: 'float64', values: results.baseline.logAmounts },
      { name: 'error.zero', type: 'float64', values: errors.zero },
      { name: 'error.amount', type: 'float64', values: errors.amount },
    ],
    events: [],
  };
}

/** Probability of each outcome: `[outcome * count + row]`. */
function chancesOf(values: Float64Array, count: number, sigma: number, price: number): Float64Array {
  const probabilities = new Float64Array(3 * count);
  const distribution: AmountDistribution = { amount: 0, zero: 0, sigma };
  for (let row = 0; row < count; row++) {
    distribution.amount = values[row]!;
    distribution.zero = values[count + row]!;
    const [any, pays] = [probabilityOfAny(distribution), probabilityToPay(distribution, price)];
    probabilities[paymentOutcomes.nothing * count + row] = 1 - any;
    probabilities[paymentOutcomes.lessThanPrice * count + row] = any - pays;
    probabilities[paymentOutcomes.price * count + row] = pays;
  }
  return probabilities;
}

/** Mean amount of each agent, with amounts above the maximum counted as the maximum. */
function meanAmounts({ decision }: CompiledPayment, values: Float64Array, count: number, sigma: number): Float64Array {
  const distribution: AmountDistribution = { amount: 0, zero: 0, sigma };
  return Float64Array.from({ length: count }, (_, row) => {
    distribution.amount = values[row]!;
    distribution.zero = values[count + row]!;
    return censoredMean(distribution, decision.amount.most);
  });
}

/** Index of an agent's outcome at a price. */
export function outcomeOf(paysNothing: boolean, logAmount: number, price: number): number {
  if (paysNothing) return paymentOutcomes.nothing;
  return logAmount >= log(price) ? paymentOutcomes.price : paymentOutcomes.lessThanPrice;
}

/** Mean probabilities of the outcomes, mean censored amount, and mean probabilities of paying the curve's prices, in closed form. */
export function expectPayment(
  compiled: CompiledPayment,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { amount, curve } = compiled.decision;
  const { count } = situation.attributes;
  return expectations(compiled, situation, draws, (values, draw, side) => {
    const distribution: AmountDistribution = { amount: 0, zero: 0, sigma: sigmaOf(compiled, draw) };
    const sums = new Float64Array(4 + curve.prices.length);
    for (let row = 0; row < count; row++) {
      distribution.amount = values[row]!;
      distribution.zero = values[count + row]!;
      const [any, pays] = [probabilityOfAny(distribution), probabilityToPay(distribution, compiled.prices[side])];
      const own = [1 - any, any - pays, pays, censoredMean(distribution, amount.most)];
      own.push(...curve.prices.map((price) => probabilityToPay(distribution, price)));
      own.forEach((value, k) => (sums[k] = sums[k]! + value / count));
    }
    return sums;
  });
}

/** Beyond these limits, amounts are equal or spread over all magnitudes. The standard deviation stays finite and above 0. */
const [minLogSigma, maxLogSigma] = [-300, 300];

/** σ at given coefficients. */
export function sigmaOf({ logSigma }: CompiledPayment, coefficients: ArrayLike<number>): number {
  return sigmaFrom(coefficients[logSigma]!);
}

export const sigmaFrom = (logSigma: number) => exp(Math.min(maxLogSigma, Math.max(minLogSigma, logSigma)));

function drawErrors({ key, from, to, replicate }: Situation): { zero: Float64Array; amount: Float64Array } {
  const count = to - from;
  const uniforms = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, uniforms, replicate);
  return {
    zero: uniforms.subarray(0, count).map(logisticFromUniform),
    amount: uniforms.subarray(count).map(normalQuantile),
  };
}

/** Amounts that agents would pay, by row. */
export interface Payments {
  /** 1 for agents that would pay nothing. */
  readonly nothing: ArrayLike<number>;
  /** Logarithm of the amount of the other agents. */
  readonly logAmounts: ArrayLike<number>;
}

/** Counts of agents that would pay each price. */
export function countPaying(prices: readonly number[], payments: Readonly<Record<Side, Payments>>): CurveCount[] {
  return prices.map((price) => {
    const logPrice = log(price);
    return countBoth(payments.scenario.nothing.length, (side, row) => {
      const { nothing, logAmounts } = payments[side];
      return nothing[row] === 0 && logAmounts[row]! >= logPrice;
    });
  });
}
