import { exp } from '../../math/elementary.js';
import type { Coefficients, CompiledEquations } from '../../equations/compile-equations.js';
import { fillNumbers, streamPurposes } from '../../random/stream.js';
import {
  blockColumns,
  blockMeans,
  countBoth,
  type Side,
  expectations,
  fromEquations,
  idsOf,
  outcomeColumns,
} from '../outcome-columns.js';
import type { CurveCount, DecisionOutput, Expectation } from '../../equations/decision-family.js';
import type { Hazard } from './hazard.schema.js';
import type { Situation } from '../../population/situation.js';
import type { Factor } from '../../definition/product.schema.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../../equations/linear-model.js';
import { shapeOf } from '../../equations/products/shape.js';

/** Predictors of all periods: the value shared by all periods, followed by the additional value of each period. */
export interface Predictors {
  /** `[equation * count + row]`. */
  readonly values: Float64Array;
  readonly count: number;
  readonly periods: number;
}

/**
 * Probabilities of still being in the state after each period: `[period * count + row]`, from period 0, where they are 1. The probability of
 * staying through a period with predictor η is exp(-e^η). Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
 */
export function survivalOf({ values, count, periods }: Predictors): Float64Array {
  const survival = new Float64Array((periods + 1) * count);
  for (let row = 0; row < count; row++) {
    let hazard = 0;
    survival[row] = 1;
    for (let period = 1; period <= periods; period++) {
      hazard += exp(values[row]! + values[period * count + row]!);
      survival[period * count + row] = exp(-hazard);
    }
  }
  return survival;
}

/**
 * Period in which the state ends, for each agent: the first period in which predictor plus error is above 0, or number of periods + 1 if there is
 * none. With standard Gumbel errors, the distribution is the model's, and a greater predictor never delays the end.
 *
 * @param errors `[(period - 1) * count + row]`
 */
export function endPeriodsOf({ values, count, periods }: Predictors, errors: Float64Array): Int32Array {
  const ends = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    let period = 1;
    while (
      period <= periods &&
      !(values[row]! + values[period * count + row]! + errors[(period - 1) * count + row]! > 0)
    )
      period++;
    ends[row] = period;
  }
  return ends;
}

/** A hazard compiled for a scenario and the baseline. */
export interface CompiledHazard {
  readonly decision: Hazard;
  /** Equations of the model expanded over periods. */
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
}

/** Step of the random stream that the errors use: one error per period. */
const randomStep = 0;

/**
 * Simulates durations under scenario and baseline with the same random errors.
 *
 * Columns `period` and `baseline_period` are the periods in which the state ends, or number of periods + 1 if it does not end.
 * `error.<period>` is the random error of a period. The state ends in the first period in which predictor plus error is above 0.
 */
export function runHazard(compiled: CompiledHazard, situation: Situation): DecisionOutput {
  const { decision } = compiled;
  const { count } = situation.attributes;
  const { periods, duration } = decision;
  const errors = drawErrors(periods, situation);
  const results = fromEquations(compiled, situation, (values) => {
    const predictors = { values, count, periods };
    const ends = endPeriodsOf(predictors, errors);
    const survival = survivalOf(predictors);
    return {
      ends,
      outcomes: Uint8Array.from(ends, (end) => bandOf(decision, end)),
      probabilities: bandProbabilities(decision, survival, count),
      expected: meanDurations(decision, survival, count),
      measure: Float64Array.from(ends, (end) => Math.min(end, periods) * duration.period_length),
    };
  });
  const periodNumbers = Array.from({ length: periods }, (_, k) => k + 1);
  return {
    columns: [
      ...outcomeColumns(idsOf(decision), results, duration.id),
      { name: 'period', type: 'int32', values: results.scenario.ends },
      { name: 'baseline_period', type: 'int32', values: results.baseline.ends },
      ...blockColumns('error', periodNumbers, errors),
    ],
    events: [],
  };
}

/** Mean probabilities of the bands, mean duration, and mean survival after each period, in closed form at given coefficients. */
export function expectHazard(
  compiled: CompiledHazard,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { periods, duration } = compiled.decision;
  const { count } = situation.attributes;
  return expectations(compiled, situation, draws, (values) => {
    const survival = survivalOf({ values, count, periods });
    const staying = blockMeans(survival, count);
    const bands = blockMeans(bandProbabilities(compiled.decision, survival, count), count);
    const mean = staying.subarray(0, periods).reduce((sum, share) => sum + share, 0) * duration.period_length;
    return Float64Array.from([...bands, mean, ...staying.subarray(1)]);
  });
}

/** Mean duration within the observed periods: the area under the survival curve of each agent. */
function meanDurations({ periods, duration }: Hazard, survival: Float64Array, count: number): Float64Array {
  const means = new Float64Array(count);
  for (let period = 0; period < periods; period++)
    for (let row = 0; row < count; row++) means[row] = means[row]! + survival[period * count + row]!;
  for (let row = 0; row < count; row++) means[row] = means[row]! * duration.period_length;
  return means;
}

/** Counts of agents still in the state after each period. */
export function countStaying(ends: Readonly<Record<Side, ArrayLike<number>>>, periods: number): CurveCount[] {
  return Array.from({ length: periods }, (_, period) =>
    countBoth(ends.scenario.length, (side, row) => ends[side][row]! > period + 1),
  );
}

/** Probability of each band: `[band * count + row]`. */
function bandProbabilities({ outcomes, periods }: Hazard, survival: Float64Array, count: number): Float64Array {
  const probabilities = new Float64Array(outcomes.length * count);
  let before = 0;
  outcomes.forEach(({ until = periods + 1 }, band) => {
    for (let row = 0; row < count; row++) {
      const after = until > periods ? 0 : survival[until * count + row]!;
      probabilities[band * count + row] = survival[before * count + row]! - after;
    }
    before = until;
  });
  return probabilities;
}

function bandOf({ outcomes }: Hazard, end: number): number {
  return outcomes.findIndex(({ until = Infinity }) => end <= until);
}

function drawErrors(periods: number, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(periods * (to - from));
  fillNumbers('gumbel', key, streamPurposes.choice, randomStep, periods, from, to, errors, replicate);
  return errors;
}

/** Equation of the terms that are the same in all periods. One equation per period follows it. */
export const sharedEquation = 'always';

/**
 * Expands a one-equation model that reads the state `period` into a model without states: one equation for the terms that are the same in all
 * periods, and one equation per period for the other terms. The predictor of a period is the sum of the two. Constant terms are thus evaluated
 * once, and the shared code for explanations and parameter changes applies.
 */
export function expandPeriods(model: LinearModel, periods: number): LinearModel {
  const [equation] = model.equations as readonly [string];
  const numbers = Array.from({ length: periods }, (_, k) => k + 1);
  const nameOf = (period: number) => `period_${period}`;
  return {
    ...model,
    equations: [sharedEquation, ...numbers.map(nameOf)],
    variables: model.variables.flatMap((variable) => {
      const factors = variable.equations[equation]!;
      return factors.some(isTimeVarying) ? [] : [{ ...variable, equations: { [sharedEquation]: factors } }];
    }),
    terms: model.terms.flatMap((term): LinearTerm[] => {
      const expanded = expandFactors(model, term, equation);
      if (!expanded.some(isTimeVarying)) return [{ ...term, equations: [sharedEquation] }];
      return numbers.flatMap((period) => {
        const factors = expanded.map((factor) => factorInPeriod(factor, period));
        const isZero = factors.some((factor) => 'constant' in factor && factor.constant === 0);
        return isZero ? [] : [{ ...term, equations: [nameOf(period)], factors }];
      });
    }),
  };
}

function isTimeVarying(factor: Factor): boolean {
  return 'state' in factor || ('indicator' in factor && 'state' in factor.indicator);
}

function factorInPeriod(factor: Factor, period: number): Factor {
  if ('state' in factor) return { constant: shapeOf(factor)(period) };
  if (!('indicator' in factor) || !('state' in factor.indicator)) return factor;
  const { at_least: low = -Infinity, at_most: high = Infinity } = factor.indicator;
  return { constant: Number(period >= low && period <= high) };
}
