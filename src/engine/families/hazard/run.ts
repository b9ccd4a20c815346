import { type Coefficients, type CompiledEquations, withCoefficients } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { gumbelFromUniform } from '../../random/gumbel.js';
import { fillUniforms, PURPOSE } from '../../random/stream.js';
import { type CurveCount, type Decided, type Expectation } from '../../model/decision-family.js';
import { countReached } from '../../model/count-reached.js';
import { blockColumns, blockMeans, outcomeColumns } from '../outcome-columns.js';
import { type Hazard } from './schema.js';
import { endsOf, survivalOf } from './survival.js';
import { type Situation } from '../../population/situation.js';

export interface CompiledHazard {
  readonly decision: Hazard;
  /** Equations of the unrolled model. */
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
}

/** The step under which an agent's luck is drawn: one error for each period. */
const STEP = 0;

/**
 * Durations under scenario and baseline with the same luck.
 *
 * `period` and `baseline_period` are those in which the state ends, one more than there are where it does not; `error.<period>` is the
 * agent's luck in each: the state ends in the first period whose predictor plus error is above 0.
 */
export function runHazard({ decision, scenario, baseline }: CompiledHazard, situation: Situation): Decided {
  const { people, assigned, from } = situation;
  const { count } = people;
  const { periods, duration } = decision;
  const errors = errorsOf(periods, situation);
  const side = (equations: CompiledEquations, own: readonly Uint8Array[]) => {
    const predictors = { values: evaluateEquations(equations, people, own, from), count, periods };
    const ends = endsOf(predictors, errors);
    return {
      ends,
      outcomes: Uint8Array.from(ends, (end) => bandOf(decision, end)),
      chances: bandChances(decision, survivalOf(predictors), count),
      numbers: Float64Array.from(ends, (end) => Math.min(end, periods) * duration.period_length),
    };
  };
  const sides = { scenario: side(scenario, assigned.scenario), baseline: side(baseline, assigned.baseline) };
  const numbers = Array.from({ length: periods }, (_, k) => k + 1);
  return {
    columns: [
      ...outcomeColumns(decision.outcomes, duration.id, sides),
      { name: 'period', type: 'int32', values: sides.scenario.ends },
      { name: 'baseline_period', type: 'int32', values: sides.baseline.ends },
      ...blockColumns('error', numbers, errors),
    ],
    events: [],
  };
}

/** The mean chances of the bands, the mean duration within all periods, and the mean chances to be there after each, by the formula. */
export function expectHazard(
  { decision, scenario, baseline }: CompiledHazard,
  { people, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { periods, duration } = decision;
  const side = (equations: CompiledEquations, draw: Coefficients, own: readonly Uint8Array[]) => {
    const values = evaluateEquations(withCoefficients(equations, draw), people, own, from);
    const survival = survivalOf({ values, count: people.count, periods });
    const staying = blockMeans(survival, people.count);
    const bands = blockMeans(bandChances(decision, survival, people.count), people.count);
    const mean = staying.subarray(0, periods).reduce((sum, share) => sum + share, 0) * duration.period_length;
    return Float64Array.from([...bands, mean, ...staying.subarray(1)]);
  };
  return draws.map((draw) => ({
    scenario: side(scenario, draw, assigned.scenario),
    baseline: side(baseline, draw, assigned.baseline),
  }));
}

/** How many agents are still in the state after each period. */
export function countStaying(ends: Int32Array, baselineEnds: Int32Array, periods: number): CurveCount[] {
  const steps = Array.from({ length: periods }, (_, k) => k + 1);
  const total = ends.length;
  return countReached(ends, baselineEnds, steps).map(({ count, baseline, both }) => ({
    count: total - count,
    baseline: total - baseline,
    both: total - count - baseline + both,
  }));
}

/** `[band * count + row]`. */
function bandChances({ outcomes, periods }: Hazard, survival: Float64Array, count: number): Float64Array {
  const chances = new Float64Array(outcomes.length * count);
  let before = 0;
  outcomes.forEach(({ until = periods + 1 }, band) => {
    for (let row = 0; row < count; row++) {
      const after = until > periods ? 0 : survival[until * count + row]!;
      chances[band * count + row] = survival[before * count + row]! - after;
    }
    before = until;
  });
  return chances;
}

function bandOf({ outcomes }: Hazard, end: number): number {
  return outcomes.findIndex(({ until = Infinity }) => end <= until);
}

function errorsOf(periods: number, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(periods * (to - from));
  fillUniforms(key, PURPOSE.choice, STEP, periods, from, to, errors, replicate);
  for (let k = 0; k < errors.length; k++) errors[k] = gumbelFromUniform(errors[k]!);
  return errors;
}
