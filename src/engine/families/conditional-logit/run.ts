import { type Column } from '../../columns/column.js';
import {
  type CompiledEquations,
  type Coefficients,
  estimatesOf,
  withCoefficients,
} from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { tasteState } from '../../model/linear-model.js';
import { noStates, type States } from '../../model/products/evaluate-products.js';
import { type DecisionOutput, type Expectation } from '../../model/decision-family.js';
import { type Availability, availabilityOf } from './availability.js';
import { choose, gumbelErrors, probabilitiesOf } from './choose.js';
import { type CompiledTastes } from './tastes/compile-tastes.js';
import { classShares, drawClasses, drawNormals, ownCoefficients } from './tastes/draw-tastes.js';
import { type Situation } from '../../population/situation.js';

/** The column that says of which latent class an agent is. */
export const classColumn = 'class';

/** Choices among alternatives: an equation of the model for the utility of each. */
export interface CompiledChoice {
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  readonly availability: readonly Availability[];
  /** Nothing where all agents weigh things alike. */
  readonly tastes?: CompiledTastes;
}

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * `outcome` is the available alternative whose utility plus error is greatest. `utility.<alternative>` and `error.<alternative>` are finite
 * also where `available.<alternative>` is 0 – they are what it would be worth to the agent – while its probability is 0 there.
 * Probabilities are those of the agent with its own tastes; `class` and `taste.<coefficient>` say what they are.
 */
export function runChoice(
  { scenario, baseline, availability, tastes }: CompiledChoice,
  situation: Situation,
  classIds: readonly string[] = [],
): DecisionOutput {
  const { attributes: people, assigned, from } = situation;
  const ids = [...scenario.model.equations];
  const available = availabilityOf(availability, people);
  const errors = gumbelErrors(ids.length, situation);
  const own = tastes && tastesOf(tastes, scenario, situation);
  const utilities = evaluateEquations(scenario, people, assigned.scenario, from, own?.states);
  const baselineUtilities = evaluateEquations(baseline, people, assigned.baseline, from, own?.states);

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
    ...(own?.columns(classIds) ?? []),
  ];
  return { columns, events: [] };
}

/** What the agents of a situation weigh, and the columns that tell it. */
function tastesOf(tastes: CompiledTastes, { model }: CompiledEquations, situation: Situation) {
  const estimates = estimatesOf(model);
  const classes = drawClasses(tastes, estimates, situation);
  const states = ownCoefficients(tastes, estimates, drawNormals(tastes, situation), classes);
  return {
    states,
    columns: (classIds: readonly string[]): Column[] => [
      ...(classIds.length === 0
        ? []
        : [{ name: classColumn, type: 'category' as const, categories: [...classIds], values: classes }]),
      ...tastes.tastes.map(({ coefficient }): Column => {
        const name = tasteState(coefficient);
        return { name, type: 'float64', values: states[name] as Float64Array };
      }),
    ],
  };
}

/** The mean probabilities of the alternatives at other values of the coefficients: over all classes, each at its share. */
export function expectChoice(
  { scenario, baseline, availability, tastes }: CompiledChoice,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { attributes: people, assigned, from } = situation;
  const available = availabilityOf(availability, people);
  const normals = tastes && drawNormals(tastes, situation);
  return draws.map((draw) => {
    const mixture = tastes && normals ? mixtureOf(tastes, draw, normals, people.count) : sameForAll;
    const shares = (equations: CompiledEquations, own: readonly Uint8Array[]) => {
      const compiled = withCoefficients(equations, draw);
      const means = new Float64Array(available.length);
      for (const { share, states } of mixture) {
        const utilities = evaluateEquations(compiled, people, own, from, states);
        addMeans(means, share, probabilitiesOf(utilities, available), people.count);
      }
      return means;
    };
    return { scenario: shares(scenario, assigned.scenario), baseline: shares(baseline, assigned.baseline) };
  });
}

interface Part {
  readonly share: number;
  readonly states: States;
}

const sameForAll: readonly Part[] = [{ share: 1, states: noStates }];

/** The agents as members of each class in turn. */
function mixtureOf(tastes: CompiledTastes, draw: Coefficients, normals: Float64Array, count: number): Part[] {
  return Array.from(classShares(tastes, draw), (share, k) => ({
    share,
    states: ownCoefficients(tastes, draw, normals, new Uint8Array(count).fill(k)),
  }));
}

function addMeans(means: Float64Array, share: number, values: Float64Array, count: number): void {
  for (let k = 0; k < means.length; k++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += values[k * count + row]!;
    means[k] = means[k]! + (share * sum) / count;
  }
}
