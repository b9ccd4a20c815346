import {
  type Coefficients,
  type CompiledEquations,
  estimatesOf,
  withCoefficients,
} from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { gammaQuantiles } from '../../math/gamma-quantile.js';
import { poissonQuantile } from '../../math/poisson-quantile.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import type { DecisionOutput, Expectation } from '../../model/decision-family.js';
import { bandProbabilities, countProbabilities } from './count-probabilities.js';
import { blockMeans, outcomeColumns } from '../outcome-columns.js';
import { bandOf } from '../bands.js';
import { cappedMeansOf, type MeanLimit, meansOf } from '../means.js';
import type { Counts } from './counts.schema.js';
import type { Situation } from '../../population/situation.js';
import { exp } from '../../math/elementary.js';

/** A count model compiled for a scenario and the baseline. */
export interface CompiledCounts {
  readonly decision: Counts;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  /** Index of the coefficient log θ; -1 for Poisson. */
  readonly dispersion: number;
}

/** Step of the random stream that the errors use: one draw for the rate factor and one for the count. */
const randomStep = 0;
const drawsPerAgent = 2;

const minTheta = 1e-300;

/** Greater counts are implausible for one agent and slow to draw. */
export const greatestCount: MeanLimit = { most: 1e6, noun: 'count', words: 'a million' };

/**
 * Simulates counts under scenario and baseline with the same random errors. The rate of an agent is the mean times a gamma variate with mean 1.
 * Its count is a Poisson variate with that rate. Both variates are quantiles at the agent's uniform draws, so a greater mean never gives a
 * smaller count.
 *
 * Column `rate_factor` is the gamma variate (1 for Poisson), and `count_draw` the uniform draw of the count.
 */
export function runCounts(compiled: CompiledCounts, situation: Situation): DecisionOutput {
  const { decision, scenario, baseline } = compiled;
  const { attributes, assigned, from } = situation;
  const theta = thetaOf(compiled, estimatesOf(scenario.model));
  const { factors, draws } = drawErrors(theta, situation);
  const starts = decision.outcomes.map((outcome) => outcome.from);
  const resultsOf = (equations: CompiledEquations, groups: readonly Uint8Array[]) => {
    const means = meansOf(evaluateEquations(equations, attributes, groups, from), from, greatestCount);
    const measure = means.map((mean, row) => poissonQuantile(draws[row]!, mean * factors[row]!));
    const outcomes = Uint8Array.from(measure, (count) => bandOf(starts, count));
    return { outcomes, probabilities: bandProbabilitiesOf(decision, means, theta), measure, expected: means };
  };
  const results = {
    scenario: resultsOf(scenario, assigned.scenario),
    baseline: resultsOf(baseline, assigned.baseline),
  };
  return {
    columns: [
      ...outcomeColumns(decision.outcomes, decision.count.id, results),
      { name: 'rate_factor', type: 'float64', values: factors },
      { name: 'count_draw', type: 'float64', values: draws },
    ],
    events: [],
  };
}

/** Mean probabilities of the bands and mean of the (capped) means, in closed form at given coefficients. */
export function expectCounts(
  compiled: CompiledCounts,
  { attributes, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const expectationOf = (equations: CompiledEquations, draw: Coefficients, groups: readonly Uint8Array[]) => {
    const means = cappedMeansOf(
      evaluateEquations(withCoefficients(equations, draw), attributes, groups, from),
      greatestCount,
    );
    const probabilities = bandProbabilitiesOf(compiled.decision, means, thetaOf(compiled, draw));
    return Float64Array.from([...blockMeans(probabilities, attributes.count), ...blockMeans(means, attributes.count)]);
  };
  return draws.map((draw) => ({
    scenario: expectationOf(compiled.scenario, draw, assigned.scenario),
    baseline: expectationOf(compiled.baseline, draw, assigned.baseline),
  }));
}

/** θ of the negative binomial, above 0; Infinity for Poisson. */
export function thetaOf({ dispersion }: Pick<CompiledCounts, 'dispersion'>, coefficients: ArrayLike<number>): number {
  return dispersion < 0 ? Infinity : Math.max(minTheta, exp(coefficients[dispersion]!));
}

/** Probability of each band: `[band * count + row]`. */
function bandProbabilitiesOf({ outcomes }: Counts, means: Float64Array, theta: number): Float64Array {
  const starts = outcomes.map(({ from }) => from);
  const counts = new Float64Array(starts.at(-1)!);
  const own = new Float64Array(starts.length);
  const probabilities = new Float64Array(starts.length * means.length);
  for (let row = 0; row < means.length; row++) {
    countProbabilities(means[row]!, theta, counts);
    bandProbabilities(counts, starts, own);
    for (let band = 0; band < own.length; band++) probabilities[band * means.length + row] = own[band]!;
  }
  return probabilities;
}

function drawErrors(
  theta: number,
  { key, from, to, replicate }: Situation,
): { factors: Float64Array; draws: Float64Array } {
  const count = to - from;
  const uniforms = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, uniforms, replicate);
  const quantile = theta === Infinity ? () => 1 : gammaQuantiles(theta);
  return { factors: uniforms.subarray(0, count).map(quantile), draws: uniforms.subarray(count) };
}
