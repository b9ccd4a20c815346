import {
  type Coefficients,
  type CompiledEquations,
  estimatesOf,
  withCoefficients,
} from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { logisticFromUniform } from '../../random/logistic.js';
import { normalQuantile } from '../../math/normal.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { type DecisionOutput, type Expectation } from '../../model/decision-family.js';
import { probabilityOfAny, probabilityToPay, type AmountDistribution, censoredMean } from './amounts.js';
import { outcomeColumns } from '../outcome-columns.js';
import { type WillingnessToPay } from './schema.js';
import { type Situation } from '../../population/situation.js';

export interface CompiledPayment {
  readonly decision: WillingnessToPay;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  readonly price: number;
  readonly baselinePrice: number;
  /** Position of the coefficient log σ. */
  readonly logSigma: number;
}

/** The positions of the outcomes. */
export const [NOTHING, LESS, PAYS] = [0, 1, 2];

/** The step under which an agent's luck is drawn: what makes it pay nothing, and how much it pays otherwise. */
const randomStep = 0;
const drawsPerAgent = 2;

/**
 * What agents would pay under scenario and baseline with the same luck: nothing where the predictor `zero` plus a logistic error is above
 * 0, else the exponential of the predictor `amount` plus σ times a normal error.
 *
 * `pays_nothing` and `log_amount` are what each agent ends with (the amount also where it would pay nothing), `error.zero` and
 * `error.amount` its luck.
 */
export function runPayment(compiled: CompiledPayment, situation: Situation): DecisionOutput {
  const { decision } = compiled;
  const { attributes: people, assigned, from } = situation;
  const { count } = people;
  const sigma = sigmaOf(compiled, estimatesOf(compiled.scenario.model));
  const errors = errorsOf(situation);
  const side = (equations: CompiledEquations, own: readonly Uint8Array[], price: number) => {
    const values = evaluateEquations(equations, people, own, from);
    const nothing = Uint8Array.from(errors.zero, (error, row) => Number(values[count + row]! + error > 0));
    const logAmounts = errors.amount.map((error, row) => values[row]! + sigma * error);
    return {
      nothing,
      logAmounts,
      outcomes: nothing.map((none, row) => outcomeOf(none === 1, logAmounts[row]!, price)),
      probabilities: chancesOf(values, count, sigma, price),
      measure: logAmounts.map((amount, row) =>
        nothing[row] === 1 ? 0 : Math.min(Math.exp(amount), decision.amount.most),
      ),
    };
  };
  const sides = {
    scenario: side(compiled.scenario, assigned.scenario, compiled.price),
    baseline: side(compiled.baseline, assigned.baseline, compiled.baselinePrice),
  };
  return {
    columns: [
      ...outcomeColumns(decision.outcomes, decision.amount.id, sides),
      { name: 'pays_nothing', type: 'bool', values: sides.scenario.nothing },
      { name: 'log_amount', type: 'float64', values: sides.scenario.logAmounts },
      { name: 'baseline_pays_nothing', type: 'bool', values: sides.baseline.nothing },
      { name: 'baseline_log_amount', type: 'float64', values: sides.baseline.logAmounts },
      { name: 'error.zero', type: 'float64', values: errors.zero },
      { name: 'error.amount', type: 'float64', values: errors.amount },
    ],
    events: [],
  };
}

/** The probabilities of the outcomes, `[outcome * count + row]`. */
function chancesOf(values: Float64Array, count: number, sigma: number, price: number): Float64Array {
  const probabilities = new Float64Array(3 * count);
  const one: AmountDistribution = { amount: 0, zero: 0, sigma };
  for (let row = 0; row < count; row++) {
    one.amount = values[row]!;
    one.zero = values[count + row]!;
    const [any, pays] = [probabilityOfAny(one), probabilityToPay(one, price)];
    probabilities[NOTHING * count + row] = 1 - any;
    probabilities[LESS * count + row] = any - pays;
    probabilities[PAYS * count + row] = pays;
  }
  return probabilities;
}

/** What an agent ends with at a price. */
export function outcomeOf(paysNothing: boolean, logAmount: number, price: number): number {
  if (paysNothing) return NOTHING;
  return logAmount >= Math.log(price) ? PAYS : LESS;
}

/** The mean probabilities of the outcomes, the mean amount up to the limit, and the mean probabilities to pay the prices of the curve, by the formula. */
export function expectPayment(
  compiled: CompiledPayment,
  { attributes: people, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { decision } = compiled;
  const side = (equations: CompiledEquations, draw: Coefficients, own: readonly Uint8Array[], price: number) => {
    const values = evaluateEquations(withCoefficients(equations, draw), people, own, from);
    const one: AmountDistribution = { amount: 0, zero: 0, sigma: sigmaOf(compiled, draw) };
    const sums = new Float64Array(decision.outcomes.length + 1 + decision.curve.prices.length);
    const add = (position: number, value: number) => (sums[position] = sums[position]! + value / people.count);
    for (let row = 0; row < people.count; row++) {
      one.amount = values[row]!;
      one.zero = values[people.count + row]!;
      const [any, pays] = [probabilityOfAny(one), probabilityToPay(one, price)];
      [1 - any, any - pays, pays, censoredMean(one, decision.amount.most)].forEach((value, k) => add(k, value));
      decision.curve.prices.forEach((asked, k) => add(decision.outcomes.length + 1 + k, probabilityToPay(one, asked)));
    }
    return sums;
  };
  return draws.map((draw) => ({
    scenario: side(compiled.scenario, draw, assigned.scenario, compiled.price),
    baseline: side(compiled.baseline, draw, assigned.baseline, compiled.baselinePrice),
  }));
}

function sigmaOf({ logSigma }: CompiledPayment, coefficients: ArrayLike<number>): number {
  return Math.exp(coefficients[logSigma]!);
}

function errorsOf({ key, from, to, replicate }: Situation): { zero: Float64Array; amount: Float64Array } {
  const count = to - from;
  const uniforms = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, uniforms, replicate);
  return {
    zero: uniforms.subarray(0, count).map(logisticFromUniform),
    amount: uniforms.subarray(count).map(normalQuantile),
  };
}
