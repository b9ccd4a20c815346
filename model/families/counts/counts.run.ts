import { type Coefficients, type CompiledEquations, estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import { gammaQuantiles, poissonQuantile } from '../../math/gamma.js';
import { drawIntercepts, normalPoints, type NormalPoints, spreadPosition } from '../../equations/random-intercepts.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import type { DecisionOutput, Expectation } from '../../equations/decision-family.js';
import { bandProbabilities, countProbabilities } from './count-probabilities.js';
import {
  bandOf,
  blockMeans,
  cappedMeansOf,
  expectations,
  fromEquations,
  idsOf,
  limited,
  type MeanLimit,
  meansOf,
  outcomeColumns,
} from '../outcome-columns.js';
import type { Counts } from './counts.schema.js';
import type { Situation } from '../../population/situation.js';
import { exp, log } from '../../math/elementary.js';
import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';

/** A count model compiled for a scenario and the baseline. */
export interface CompiledCounts {
  readonly decision: Counts;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  /** Index of the coefficient log θ; -1 for Poisson. */
  readonly dispersion: number;
  /** Index of the standard deviation of random intercepts. Undefined without intercepts. */
  readonly spread?: number | undefined;
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
 * Column `rate_factor` is the gamma variate (1 for Poisson), times e^u for a random intercept u, and `count_draw` the uniform draw of the count.
 */
export function runCounts(compiled: CompiledCounts, situation: Situation): DecisionOutput {
  const { decision } = compiled;
  const { from } = situation;
  const distribution = distributionOf(compiled, estimatesOf(compiled.scenario.model));
  const { factors, draws } = drawErrors(distribution, situation);
  const starts = decision.outcomes.map((outcome) => outcome.from);
  const results = fromEquations(compiled, situation, (logs) => {
    const means = meansOf(marginal(logs, distribution), from, greatestCount);
    const typical = distribution.spread === 0 ? means : logs.map(exp);
    const rates = limited(
      typical.map((mean, row) => mean * factors[row]!),
      from,
      greatestCount,
    );
    const measure = rates.map((rate, row) => poissonQuantile(draws[row]!, rate));
    const outcomes = Uint8Array.from(measure, (count) => bandOf(starts, count));
    return { outcomes, probabilities: bandProbabilitiesOf(decision, typical, distribution), measure, expected: means };
  });
  return {
    columns: [
      ...outcomeColumns(idsOf(decision), results, decision.count.id),
      { name: 'rate_factor', type: 'float64', values: factors },
      { name: 'count_draw', type: 'float64', values: draws },
    ],
    events: [],
  };
}

/** Mean probabilities of the bands and mean of the (capped) means, in closed form at given coefficients. */
export function expectCounts(
  compiled: CompiledCounts,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { count } = situation.attributes;
  return expectations(compiled, situation, draws, (logs, draw) => {
    const distribution = distributionOf(compiled, draw);
    const means = cappedMeansOf(marginal(logs, distribution), greatestCount);
    const typical = distribution.spread === 0 ? means : cappedMeansOf(logs, greatestCount);
    const probabilities = bandProbabilitiesOf(compiled.decision, typical, distribution);
    return Float64Array.from([...blockMeans(probabilities, count), ...blockMeans(means, count)]);
  });
}

/** Distribution of the counts of agents with the same predictor. */
export interface CountDistribution {
  /** θ of the negative binomial in a group, above 0; Infinity for Poisson. */
  readonly theta: number;
  /** Standard deviation of random intercepts. */
  readonly spread: number;
  /** Points of the means over the intercepts, as standard normal numbers. */
  readonly points: NormalPoints;
}

const onePoint: NormalPoints = { points: Float64Array.of(0), densities: Float64Array.of(1), total: 1 };
/** At this standard deviation of the intercepts, the mean is 90 times that at the intercept 0. */
export const greatestSpread = 3;

/** Positions of the coefficients that no term uses. */
export function parametersOf(decision: Counts): Pick<CompiledCounts, 'decision' | 'dispersion' | 'spread'> {
  const dispersion = decision.coefficients.findIndex(({ id }) => id === decision.dispersion);
  return { decision, dispersion, spread: spreadPosition(decision) };
}

export function distributionOf(
  compiled: Pick<CompiledCounts, 'decision' | 'dispersion' | 'spread'>,
  coefficients: ArrayLike<number>,
): CountDistribution {
  const theta = thetaOf(compiled, coefficients);
  const spread = compiled.spread === undefined ? 0 : Math.min(greatestSpread, Math.abs(coefficients[compiled.spread]!));
  // A probability of fewer events than a number b changes over √(1/b + 1/θ) in the logarithm of the mean.
  const width = Math.sqrt(1 / compiled.decision.outcomes.at(-1)!.from + 1 / theta);
  const points = compiled.spread === undefined ? onePoint : normalPoints(width / spread);
  return { theta, spread, points };
}

/** Logarithms of the means over the intercepts. @param logs logarithms of the means at the intercept 0 */
export function marginal(logs: Float64Array, { spread }: CountDistribution): Float64Array {
  return spread === 0 ? logs : logs.map((log) => log + (spread * spread) / 2);
}

/** θ of the negative binomial, above 0; Infinity for Poisson. */
export function thetaOf({ dispersion }: Pick<CompiledCounts, 'dispersion'>, coefficients: ArrayLike<number>): number {
  return dispersion < 0 ? Infinity : Math.max(minTheta, exp(coefficients[dispersion]!));
}

/** Probability of each band: `[band * count + row]`. @param typical means at the intercept 0 */
function bandProbabilitiesOf(
  { outcomes }: Counts,
  typical: Float64Array,
  { theta, spread, points: { points, densities, total } }: CountDistribution,
): Float64Array {
  const starts = outcomes.map(({ from }) => from);
  const counts = new Float64Array(starts.at(-1)!);
  const own = new Float64Array(starts.length);
  const rows = typical.length;
  const probabilities = new Float64Array(starts.length * rows);
  for (let k = 0; k < points.length; k++) {
    const factor = exp(spread * points[k]!);
    const weight = densities[k]! / total;
    for (let row = 0; row < rows; row++) {
      countProbabilities(typical[row]! * factor, theta, counts);
      bandProbabilities(counts, starts, own);
      for (let band = 0; band < own.length; band++) {
        const at = band * rows + row;
        probabilities[at] = probabilities[at]! + weight * own[band]!;
      }
    }
  }
  return probabilities;
}

function drawErrors(
  { theta, spread }: CountDistribution,
  situation: Situation,
): { factors: Float64Array; draws: Float64Array } {
  const { key, from, to, replicate } = situation;
  const count = to - from;
  const uniforms = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, uniforms, replicate);
  const quantile = theta === Infinity ? () => 1 : gammaQuantiles(theta);
  const factors = uniforms.subarray(0, count).map(quantile);
  if (spread > 0) {
    const intercepts = drawIntercepts(situation);
    for (let row = 0; row < count; row++) factors[row] = factors[row]! * exp(spread * intercepts[row]!);
  }
  return { factors, draws: uniforms.subarray(count) };
}

/**
 * Probability of each band and mean count of each agent. With mean m and dispersion θ, the probability of a count y has the derivatives
 * P·(y - m)·θ / (θ + m) for log m, and P·θ·(Σ_{j<y} 1 / (θ + j) + log(θ / (θ + m)) + (m - y) / (θ + m)) for log θ.
 * With random intercepts, both are means over the intercepts u = s·z, and the derivative for s is the mean of z times that for log m.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, section 3.3.
 */
export function countFigures(
  compiled: CompiledCounts,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision, dispersion, spread } = compiled;
  const equations = compiled[side];
  const { count } = attributes;
  const starts = decision.outcomes.map((outcome) => outcome.from);
  const bands = starts.length;
  const figures = bands + 1;
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const size = sensitivity.model.coefficients.length;
  const distribution = distributionOf(compiled, estimatesOf(equations.model));
  const { theta, spread: deviation, points } = distribution;
  const logs = evaluateEquations(equations, attributes, assigned[side], from);
  const means = meansOf(marginal(logs, distribution), from, greatestCount);
  const counts = new Float64Array(starts.at(-1)!);
  const own = new Float64Array(bands);
  const out = emptyFigures(count, figures, size, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * figures : 0);
  for (let row = 0; row < count; row++) {
    const at = row * figures;
    out.values[at + bands] = means[row]!;
    if (options.gradients) slopes[at + bands] = means[row]!;
    const bySpread = spread === undefined || other ? -1 : (row * size + spread) * figures;
    if (options.gradients && bySpread >= 0) out.gradients[bySpread + bands] = deviation * means[row]!;
    for (let k = 0; k < points.points.length; k++) {
      const [z, weight] = [points.points[k]!, points.densities[k]! / points.total];
      const mean = deviation === 0 ? means[row]! : exp(logs[row]! + deviation * z);
      countProbabilities(mean, theta, counts);
      bandProbabilities(counts, starts, own);
      for (let band = 0; band < bands; band++) out.values[at + band] = out.values[at + band]! + weight * own[band]!;
      if (!options.gradients) continue;
      const shrink = theta === Infinity ? 1 : theta / (theta + mean);
      const logShrink = log(shrink);
      const to = (row * size + dispersion) * figures;
      let [band, harmonic] = [0, 0];
      for (let number = 0; number < counts.length; number++) {
        while (number >= starts[band + 1]!) band++;
        const slope = weight * counts[number]! * (number - mean) * shrink;
        // The last band is the rest, so its derivatives are minus the sum of the others.
        slopes[at + band] = slopes[at + band]! + slope;
        slopes[at + bands - 1] = slopes[at + bands - 1]! - slope;
        if (bySpread >= 0) {
          out.gradients[bySpread + band] = out.gradients[bySpread + band]! + z * slope;
          out.gradients[bySpread + bands - 1] = out.gradients[bySpread + bands - 1]! - z * slope;
        }
        if (dispersion < 0 || other) continue;
        const change = weight * counts[number]! * theta * (harmonic + logShrink + (mean - number) / (theta + mean));
        out.gradients[to + band] = out.gradients[to + band]! + change;
        out.gradients[to + bands - 1] = out.gradients[to + bands - 1]! - change;
        harmonic += 1 / (theta + number);
      }
    }
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
