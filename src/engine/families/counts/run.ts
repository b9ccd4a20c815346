import {
  type Coefficients,
  type CompiledEquations,
  estimatesOf,
  withCoefficients,
} from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { gammaQuantiles } from '../../math/gamma-quantile.js';
import { poissonQuantile } from '../../math/poisson-quantile.js';
import { fillUniforms, PURPOSE } from '../../random/stream.js';
import { type Decided, type Expectation } from '../../model/decision-family.js';
import { bandChances, countChances } from './chances.js';
import { blockMeans, outcomeColumns } from '../outcome-columns.js';
import { cappedMeansOf, meansOf } from './means.js';
import { type Counts } from './schema.js';
import { type Situation } from '../../population/situation.js';

export interface CompiledCounts {
  readonly decision: Counts;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  /** Position of the coefficient log θ; -1 where there is none. */
  readonly dispersion: number;
}

/** The step under which an agent's luck is drawn, and its two numbers: its own rate, and its count at that rate. */
const STEP = 0;
const SLOTS = 2;

const LEAST_THETA = 1e-300;

/**
 * Counts under scenario and baseline with the same luck: the agent's own rate is the mean times a gamma number of mean 1, its count the
 * Poisson number of that rate, both at the agent's own probabilities. So a greater mean never gives a smaller count.
 *
 * `rate_factor` is that gamma number (1 where the count is Poisson), `count_draw` the probability of the count at the rate.
 */
export function runCounts(compiled: CompiledCounts, situation: Situation): Decided {
  const { decision, scenario, baseline } = compiled;
  const { people, assigned, from } = situation;
  const theta = thetaOf(compiled, estimatesOf(scenario.model));
  const { factors, draws } = luckOf(theta, situation);
  const side = (equations: CompiledEquations, own: readonly Uint8Array[]) => {
    const means = meansOf(evaluateEquations(equations, people, own, from), from);
    const numbers = means.map((mean, row) => poissonQuantile(draws[row]!, mean * factors[row]!));
    const outcomes = Uint8Array.from(numbers, (count) => bandOf(decision, count));
    return { outcomes, chances: bandChancesOf(decision, means, theta), numbers };
  };
  const sides = {
    scenario: side(scenario, assigned.scenario),
    baseline: side(baseline, assigned.baseline),
  };
  return {
    columns: [
      ...outcomeColumns(decision.outcomes, decision.count.id, sides),
      { name: 'rate_factor', type: 'float64', values: factors },
      { name: 'count_draw', type: 'float64', values: draws },
    ],
    events: [],
  };
}

/** The mean chances of the bands and the mean of the means, at other values of the coefficients; no mean counts as more than a million. */
export function expectCounts(
  compiled: CompiledCounts,
  { people, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const side = (equations: CompiledEquations, draw: Coefficients, own: readonly Uint8Array[]) => {
    const means = cappedMeansOf(evaluateEquations(withCoefficients(equations, draw), people, own, from));
    const chances = bandChancesOf(compiled.decision, means, thetaOf(compiled, draw));
    return Float64Array.from([...blockMeans(chances, people.count), ...blockMeans(means, people.count)]);
  };
  return draws.map((draw) => ({
    scenario: side(compiled.scenario, draw, assigned.scenario),
    baseline: side(compiled.baseline, draw, assigned.baseline),
  }));
}

/** θ of the negative binomial; Infinity is Poisson. Never 0, at which there is no such number. */
function thetaOf({ dispersion }: Pick<CompiledCounts, 'dispersion'>, coefficients: ArrayLike<number>): number {
  return dispersion < 0 ? Infinity : Math.max(LEAST_THETA, Math.exp(coefficients[dispersion]!));
}

/** The band that a count lies in. */
function bandOf({ outcomes }: Counts, count: number): number {
  let band = 0;
  while (band + 1 < outcomes.length && count >= outcomes[band + 1]!.from) band++;
  return band;
}

/** `[band * count + row]`. */
function bandChancesOf({ outcomes }: Counts, means: Float64Array, theta: number): Float64Array {
  const starts = outcomes.map(({ from }) => from);
  const counts = new Float64Array(starts.at(-1)!);
  const own = new Float64Array(starts.length);
  const chances = new Float64Array(starts.length * means.length);
  for (let row = 0; row < means.length; row++) {
    countChances(means[row]!, theta, counts);
    bandChances(counts, starts, own);
    for (let band = 0; band < own.length; band++) chances[band * means.length + row] = own[band]!;
  }
  return chances;
}

function luckOf(
  theta: number,
  { key, from, to, replicate }: Situation,
): { factors: Float64Array; draws: Float64Array } {
  const count = to - from;
  const uniforms = new Float64Array(SLOTS * count);
  fillUniforms(key, PURPOSE.choice, STEP, SLOTS, from, to, uniforms, replicate);
  const quantile = theta === Infinity ? () => 1 : gammaQuantiles(theta);
  return { factors: uniforms.subarray(0, count).map(quantile), draws: uniforms.subarray(count) };
}
