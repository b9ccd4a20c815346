import { exp } from '../../math/elementary.js';
import { logGamma, lowerGamma, scaledGammaDensity, upperGamma, gammaQuantiles } from '../../math/gamma.js';
import { type Coefficients, type CompiledEquations, estimatesOf } from '../../equations/compile-equations.js';
import type { DecisionOutput, Expectation } from '../../equations/decision-family.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { logisticFromUniform, fillUniforms, streamPurposes } from '../../random/stream.js';
import {
  bandOf,
  blockMeans,
  cappedMeansOf,
  expectations,
  fromEquations,
  idsOf,
  type MeanLimit,
  meansOf,
  outcomeColumns,
} from '../outcome-columns.js';
import type { Amounts } from './amounts.schema.js';
import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';

/** Gamma distribution of the amounts above 0 of one agent. The variance is mean² / shape. */
export interface GammaAmounts {
  readonly mean: number;
  readonly shape: number;
  /** ln Γ(shape). */
  readonly logGammaOfShape: number;
}

// Drawn coefficients can be extreme. Beyond these limits, all amounts are 0 or equal the mean within 0.3%.
const [leastShape, greatestShape] = [1e-300, 1e5];

/** Shape k of a coefficient log k. */
export function shapeOf(logShape: number): number {
  return Math.min(greatestShape, Math.max(leastShape, exp(logShape)));
}

export function gammaAmounts(mean: number, shape: number): GammaAmounts {
  return { mean, shape, logGammaOfShape: logGamma(shape) };
}

/** Probability of an amount below `amount`. */
export function probabilityBelow({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  if (!(x < Infinity)) return amount > 0 ? 1 : 0;
  return lowerGamma(shape, x, logGammaOfShape);
}

/** Probability of an amount of at least `amount`, without loss of precision for small values. */
export function probabilityFrom({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  if (!(x < Infinity)) return amount > 0 ? 0 : 1;
  return upperGamma(shape, x, logGammaOfShape);
}

/** Derivative of {@link probabilityBelow} with respect to the log of the mean. */
export function byLogMean({ mean, shape, logGammaOfShape }: GammaAmounts, amount: number): number {
  const x = (shape * amount) / mean;
  return amount > 0 && x < Infinity ? -scaledGammaDensity(shape, x, logGammaOfShape) : 0;
}

const step = 1e-3;

/** Derivative of {@link probabilityBelow} with respect to the log of the shape, which has no closed form: five-point difference, to about 10 digits. */
export function byLogShape({ mean, shape }: GammaAmounts, amount: number): number {
  if (!(amount > 0)) return 0;
  const at = (change: number) => probabilityBelow(gammaAmounts(mean, shape * exp(change * step)), amount);
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step);
}

/** A model of amounts compiled for a scenario and the baseline. */
export interface CompiledAmounts {
  readonly decision: Amounts;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  /** Whether amounts can be 0. The equation of 0 is then the second one, and the first band is 0 itself. */
  readonly hasZero: boolean;
  /** Index of the coefficient log k. */
  readonly logShape: number;
}

/** Step of the random stream that the errors use: one draw for 0 and one for the amount. */
const randomStep = 0;
const drawsPerAgent = 2;

/** Greater amounts lose their last digits. */
const greatestAmount: MeanLimit = { most: 1e15, noun: 'amount', words: 'a million billion' };

/**
 * Simulates amounts under scenario and baseline with the same random errors. The amount of an agent is 0 if the predictor `zero` plus a logistic
 * error is above 0. Otherwise it is its mean times a gamma variate with mean 1.
 *
 * Column `amount_factor` is the gamma variate, and `error.zero` the logistic error, if amounts can be 0.
 */
export function runAmounts(compiled: CompiledAmounts, situation: Situation): DecisionOutput {
  const { decision, hasZero } = compiled;
  const { attributes, from } = situation;
  const { count } = attributes;
  const starts = startsOf(compiled);
  const shape = shapeOf(estimatesOf(compiled.scenario.model)[compiled.logShape]!);
  const { zeroErrors, factors } = drawErrors(shape, situation);
  const results = fromEquations(compiled, situation, (values) => {
    const means = meansOf(values.subarray(0, count), from, greatestAmount);
    const isZero = (row: number) => hasZero && values[count + row]! + zeroErrors[row]! > 0;
    const measure = means.map((mean, row) => (isZero(row) ? 0 : mean * factors[row]!));
    return {
      outcomes: Uint8Array.from(measure, (amount, row) => (isZero(row) ? 0 : Number(hasZero) + bandOf(starts, amount))),
      probabilities: bandProbabilitiesOf(compiled, values, means, shape),
      measure,
      expected: means.map((mean, row) => probabilityOfAny(compiled, values, row) * mean),
    };
  });
  return {
    columns: [
      ...outcomeColumns(idsOf(decision), results, decision.amount.id),
      ...(hasZero ? [{ name: 'error.zero', type: 'float64' as const, values: zeroErrors }] : []),
      { name: 'amount_factor', type: 'float64', values: factors },
    ],
    events: [],
  };
}

/** Mean probabilities of the bands and mean of the (capped) means, in closed form at given coefficients. */
export function expectAmounts(
  compiled: CompiledAmounts,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { count } = situation.attributes;
  return expectations(compiled, situation, draws, (values, draw) => {
    const means = cappedMeansOf(values.subarray(0, count), greatestAmount);
    const probabilities = bandProbabilitiesOf(compiled, values, means, shapeOf(draw[compiled.logShape]!));
    const expected = means.map((mean, row) => probabilityOfAny(compiled, values, row) * mean);
    return Float64Array.from([...blockMeans(probabilities, count), ...blockMeans(expected, count)]);
  });
}

/** Lowest amount of each band above 0. */
export function startsOf({ decision, hasZero }: CompiledAmounts): number[] {
  return decision.outcomes.slice(Number(hasZero)).map(({ from }) => from);
}

/** Probability of an amount above 0. @param values values of the equations: `[equation * rows + row]` */
export function probabilityOfAny({ hasZero }: CompiledAmounts, values: Float64Array, row: number): number {
  return hasZero ? 1 / (1 + exp(values[values.length / 2 + row]!)) : 1;
}

/** Probability of each band: `[band * count + row]`. */
function bandProbabilitiesOf(
  compiled: CompiledAmounts,
  values: Float64Array,
  means: Float64Array,
  shape: number,
): Float64Array {
  const { decision, hasZero } = compiled;
  const starts = startsOf(compiled);
  const rows = means.length;
  const probabilities = new Float64Array(decision.outcomes.length * rows);
  for (let row = 0; row < rows; row++) {
    const any = probabilityOfAny(compiled, values, row);
    const amounts = gammaAmounts(means[row]!, shape);
    if (hasZero) probabilities[row] = 1 - any;
    let below = 0;
    starts.forEach((_, band) => {
      const end = starts[band + 1];
      const belowEnd = end === undefined ? 1 : probabilityBelow(amounts, end);
      probabilities[(Number(hasZero) + band) * rows + row] = any * Math.max(0, belowEnd - below);
      below = belowEnd;
    });
  }
  return probabilities;
}

function drawErrors(
  shape: number,
  { key, from, to, replicate }: Situation,
): { zeroErrors: Float64Array; factors: Float64Array } {
  const count = to - from;
  const uniforms = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, uniforms, replicate);
  return {
    zeroErrors: uniforms.subarray(0, count).map(logisticFromUniform),
    factors: uniforms.subarray(count).map(gammaQuantiles(shape)),
  };
}

/** Probability of each band and mean amount of each agent. */
export function amountFigures(
  compiled: CompiledAmounts,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision, hasZero, logShape } = compiled;
  const equations = compiled[side];
  const { count } = attributes;
  const starts = startsOf(compiled);
  const figures = decision.outcomes.length + 1;
  const equationCount = equations.model.equations.length;
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const size = sensitivity.model.coefficients.length;
  const shape = shapeOf(estimatesOf(equations.model)[logShape]!);
  const values = evaluateEquations(equations, attributes, assigned[side], from);
  const out = emptyFigures(count, figures, size, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * equationCount * figures : 0);
  for (let row = 0; row < count; row++) {
    const any = probabilityOfAny(compiled, values, row);
    const mean = exp(values[row]!);
    const amounts = gammaAmounts(mean, shape);
    const set = (figure: number, share: number, byMean: number, byShape: number) => {
      out.values[row * figures + figure] = any * share;
      if (!options.gradients) return;
      slopes[row * equationCount * figures + figure] = any * byMean;
      if (hasZero) slopes[(row * equationCount + 1) * figures + figure] = -any * (1 - any) * share;
      if (!other) out.gradients[(row * size + logShape) * figures + figure] = any * byShape;
    };
    let [below, byMean, byShape] = [0, 0, 0];
    starts.forEach((_, band) => {
      const end = starts[band + 1];
      const isDifferent = end !== undefined && options.gradients;
      const belowEnd = end === undefined ? 1 : probabilityBelow(amounts, end);
      const byMeanAtEnd = isDifferent ? byLogMean(amounts, end) : 0;
      const byShapeAtEnd = isDifferent && !other ? byLogShape(amounts, end) : 0;
      set(Number(hasZero) + band, belowEnd - below, byMeanAtEnd - byMean, byShapeAtEnd - byShape);
      [below, byMean, byShape] = [belowEnd, byMeanAtEnd, byShapeAtEnd];
    });
    set(decision.outcomes.length, mean, mean, 0);
    if (!hasZero) continue;
    out.values[row * figures] = 1 - any;
    if (options.gradients) slopes[(row * equationCount + 1) * figures] = any * (1 - any);
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
