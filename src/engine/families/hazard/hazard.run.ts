import { type Coefficients, type CompiledEquations, withCoefficients } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { fillNumbers, streamPurposes } from '../../random/stream.js';
import type { CurveCount, DecisionOutput, Expectation } from '../../model/decision-family.js';
import { countReached } from '../../model/count-reached.js';
import { blockColumns, blockMeans, outcomeColumns } from '../outcome-columns.js';
import type { Hazard } from './hazard.schema.js';
import { endPeriodsOf, survivalOf } from './survival.js';
import type { Situation } from '../../population/situation.js';

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
export function runHazard({ decision, scenario, baseline }: CompiledHazard, situation: Situation): DecisionOutput {
  const { attributes, assigned, from } = situation;
  const { count } = attributes;
  const { periods, duration } = decision;
  const errors = drawErrors(periods, situation);
  const resultsOf = (equations: CompiledEquations, groups: readonly Uint8Array[]) => {
    const predictors = { values: evaluateEquations(equations, attributes, groups, from), count, periods };
    const ends = endPeriodsOf(predictors, errors);
    const survival = survivalOf(predictors);
    return {
      ends,
      outcomes: Uint8Array.from(ends, (end) => bandOf(decision, end)),
      probabilities: bandProbabilities(decision, survival, count),
      expected: meanDurations(decision, survival, count),
      measure: Float64Array.from(ends, (end) => Math.min(end, periods) * duration.period_length),
    };
  };
  const results = {
    scenario: resultsOf(scenario, assigned.scenario),
    baseline: resultsOf(baseline, assigned.baseline),
  };
  const periodNumbers = Array.from({ length: periods }, (_, k) => k + 1);
  return {
    columns: [
      ...outcomeColumns(decision.outcomes, duration.id, results),
      { name: 'period', type: 'int32', values: results.scenario.ends },
      { name: 'baseline_period', type: 'int32', values: results.baseline.ends },
      ...blockColumns('error', periodNumbers, errors),
    ],
    events: [],
  };
}

/** Mean probabilities of the bands, mean duration, and mean survival after each period, in closed form at given coefficients. */
export function expectHazard(
  { decision, scenario, baseline }: CompiledHazard,
  { attributes, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { periods, duration } = decision;
  const expectationOf = (equations: CompiledEquations, draw: Coefficients, groups: readonly Uint8Array[]) => {
    const values = evaluateEquations(withCoefficients(equations, draw), attributes, groups, from);
    const survival = survivalOf({ values, count: attributes.count, periods });
    const staying = blockMeans(survival, attributes.count);
    const bands = blockMeans(bandProbabilities(decision, survival, attributes.count), attributes.count);
    const mean = staying.subarray(0, periods).reduce((sum, share) => sum + share, 0) * duration.period_length;
    return Float64Array.from([...bands, mean, ...staying.subarray(1)]);
  };
  return draws.map((draw) => ({
    scenario: expectationOf(scenario, draw, assigned.scenario),
    baseline: expectationOf(baseline, draw, assigned.baseline),
  }));
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
export function countStaying(ends: Int32Array, baselineEnds: Int32Array, periods: number): CurveCount[] {
  const steps = Array.from({ length: periods }, (_, k) => k + 1);
  const total = ends.length;
  return countReached(ends, baselineEnds, steps).map(({ count, baseline, both }) => ({
    count: total - count,
    baseline: total - baseline,
    both: total - count - baseline + both,
  }));
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
