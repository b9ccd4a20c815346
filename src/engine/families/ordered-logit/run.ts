import { type Column } from '../../columns/column.js';
import {
  type CompiledEquations,
  type Coefficients,
  estimatesOf,
  withCoefficients,
} from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { type Decided, type Expectation } from '../../model/decision-family.js';
import { chancesOf, levelsOf, logisticErrors, rising } from './levels.js';
import { type OrderedLogit } from './schema.js';
import { type Situation } from '../../population/situation.js';

export interface CompiledLevels {
  readonly decision: OrderedLogit;
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
}

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * `predictor` is what the terms add up to, `error` the agent's own logistic luck, the same under both; `outcome` counts the thresholds below
 * their sum. Where the definition gives points, `measure.<score>` has those of the outcome.
 */
export function runLevels({ decision, scenario, baseline }: CompiledLevels, situation: Situation): Decided {
  const { people, assigned, from } = situation;
  const { outcomes, score } = decision;
  const ids = outcomes.map(({ id }) => id);
  const thresholds = thresholdsOf(decision, scenario, estimatesOf(scenario.model));
  const errors = logisticErrors(situation);
  const predictors = evaluateEquations(scenario, people, assigned.scenario, from);
  const baselinePredictors = evaluateEquations(baseline, people, assigned.baseline, from);
  const levels = levelsOf(predictors, errors, thresholds);
  const baselineLevels = levelsOf(baselinePredictors, errors, thresholds);

  const chances = (prefix: string, values: Float64Array): Column[] =>
    ids.map((id, k) => ({
      name: `${prefix}.${id}`,
      type: 'float64',
      values: values.subarray(k * people.count, (k + 1) * people.count),
    }));
  const points = (name: string, of: Uint8Array): Column[] =>
    score
      ? [{ name: `${name}.${score.id}`, type: 'float64', values: Float64Array.from(of, (k) => score.points[k]!) }]
      : [];
  const columns: Column[] = [
    { name: 'outcome', type: 'category', categories: ids, values: levels },
    { name: 'baseline_outcome', type: 'category', categories: ids, values: baselineLevels },
    { name: 'predictor', type: 'float64', values: predictors },
    { name: 'error', type: 'float64', values: errors },
    ...chances('probability', chancesOf(predictors, thresholds)),
    ...chances('baseline_probability', chancesOf(baselinePredictors, thresholds)),
    ...points('measure', levels),
    ...points('baseline_measure', baselineLevels),
  ];
  return { columns, events: [] };
}

/** The mean chances of the outcomes, and the mean points where there are any, at other values of the coefficients. */
export function expectLevels(
  { decision, scenario, baseline }: CompiledLevels,
  { people, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const means = (equations: CompiledEquations, draw: Coefficients, own: readonly Uint8Array[]) => {
    const predictors = evaluateEquations(withCoefficients(equations, draw), people, own, from);
    const shares = meanChances(chancesOf(predictors, thresholdsOf(decision, equations, draw)), people.count);
    const { score } = decision;
    const points = score ? [shares.reduce((sum, share, k) => sum + share * score.points[k]!, 0)] : [];
    return Float64Array.from([...shares, ...points]);
  };
  return draws.map((draw) => ({
    scenario: means(scenario, draw, assigned.scenario),
    baseline: means(baseline, draw, assigned.baseline),
  }));
}

function thresholdsOf({ thresholds }: OrderedLogit, { model }: CompiledEquations, values: Coefficients): Float64Array {
  return rising(thresholds.map((id) => values[model.coefficients.findIndex((own) => own.id === id)]!));
}

function meanChances(chances: Float64Array, count: number): number[] {
  return Array.from({ length: chances.length / count }, (_, k) => {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += chances[k * count + row]!;
    return sum / count;
  });
}
