import { type Column } from '../../columns/column.js';
import { type CompiledEquations, type Coefficients, withCoefficients } from '../../linear/compile-equations.js';
import { evaluateEquations } from '../../linear/evaluate-equations.js';
import { type Decided, type Expectation, type Situation } from '../decision-family.js';
import { type Availability, availabilityOf } from './availability.js';
import { choose, gumbelErrors, probabilitiesOf } from './choose.js';

/** Choices among alternatives: an equation of the model for the utility of each. */
export interface CompiledChoice {
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  readonly availability: readonly Availability[];
}

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * `outcome` is the available alternative whose utility plus error is greatest. `utility.<alternative>` and `error.<alternative>` are finite
 * also where `available.<alternative>` is 0 – they are what it would be worth to the agent – while its probability is 0 there.
 */
export function runChoice({ scenario, baseline, availability }: CompiledChoice, situation: Situation): Decided {
  const { people, assigned, from } = situation;
  const ids = [...scenario.model.equations];
  const available = availabilityOf(availability, people);
  const errors = gumbelErrors(ids.length, situation);
  const utilities = evaluateEquations(scenario, people, assigned.scenario, from);
  const baselineUtilities = evaluateEquations(baseline, people, assigned.baseline, from);

  const numbers = (prefix: string, values: Float64Array): Column[] =>
    ids.map((id, k) => ({
      name: `${prefix}.${id}`,
      type: 'float64',
      values: values.subarray(k * people.count, (k + 1) * people.count),
    }));
  const columns: Column[] = [
    { name: 'outcome', type: 'category', categories: ids, values: choose(utilities, errors, available, from) },
    {
      name: 'baseline_outcome',
      type: 'category',
      categories: ids,
      values: choose(baselineUtilities, errors, available, from),
    },
    ...ids.map((id, k): Column => ({ name: `available.${id}`, type: 'bool', values: available[k]! })),
    ...numbers('utility', utilities),
    ...numbers('error', errors),
    ...numbers('probability', probabilitiesOf(utilities, available)),
    ...numbers('baseline_probability', probabilitiesOf(baselineUtilities, available)),
  ];
  return { columns, events: [] };
}

/** The mean probabilities of the alternatives at other values of the coefficients. */
export function expectChoice(
  { scenario, baseline, availability }: CompiledChoice,
  { people, assigned, from }: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const available = availabilityOf(availability, people);
  const shares = (equations: CompiledEquations, draw: Coefficients, own: readonly Uint8Array[]) =>
    meanByEquation(
      probabilitiesOf(evaluateEquations(withCoefficients(equations, draw), people, own, from), available),
      people.count,
    );
  return draws.map((draw) => ({
    scenario: shares(scenario, draw, assigned.scenario),
    baseline: shares(baseline, draw, assigned.baseline),
  }));
}

function meanByEquation(values: Float64Array, count: number): Float64Array {
  const means = new Float64Array(values.length / count);
  for (let k = 0; k < means.length; k++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += values[k * count + row]!;
    means[k] = sum / count;
  }
  return means;
}
