import { EngineError } from '../../engine-error.js';
import type { Column } from '../../columns/column.js';
import {
  type CompiledEquations,
  type Coefficients,
  estimatesOf,
  withCoefficients,
} from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import { tasteState } from '../../equations/linear-model.js';
import { noStates, type States } from '../../equations/products/evaluate-products.js';
import type { DecisionOutput, Expectation } from '../../equations/decision-family.js';
import { blockColumns, outcomeColumns } from '../outcome-columns.js';
import { type AvailabilityBySide, availabilityOf, choose, gumbelErrors, probabilitiesOf } from './choose.js';
import { type CompiledTastes, drawStandardNumbers } from './tastes/compile-tastes.js';
import { type CompiledNests, nestValuesOf } from './nests/compile-nests.js';
import { nestedErrors, nestedProbabilities } from './nests/nested-figures.js';
import { type CompiledScales, dividedErrors, scaledUtilities, scalesOf } from './scales/scales.js';
import { drawClasses } from './tastes/class-membership.js';
import { ownCoefficients } from './tastes/draw-tastes.js';
import { type MixturePart, partsOf } from './tastes/mixture-parts.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import type { Situation } from '../../population/situation.js';

/** Column with the latent class of each agent. */
export const classColumn = 'class';

/** A choice among alternatives, compiled for a scenario and the baseline. Each equation is the utility of an alternative. */
export interface CompiledChoice {
  readonly scenario: CompiledEquations;
  readonly baseline: CompiledEquations;
  readonly availability: AvailabilityBySide;
  /** Absent if the errors of the alternatives are independent. */
  readonly nests?: CompiledNests;
  /** Absent if the errors of all agents have the same scale. */
  readonly scales?: CompiledScales;
  /** Absent if all agents have the same coefficients. */
  readonly tastes?: CompiledTastes;
  /** Log odds of the latent classes relative to the first. Absent without classes. */
  readonly membership?: CompiledEquations;
  /** The equations with coefficients in place of the agents' own coefficients, for derivatives. Present with `tastes`. */
  readonly sensitivities?: { readonly scenario: CompiledEquations; readonly baseline: CompiledEquations };
}

/**
 * Runs the agents of a situation under scenario and baseline.
 *
 * Column `outcome` is the available alternative with the greatest utility plus error. `utility.<alternative>` and `error.<alternative>` are also
 * finite if `available.<alternative>` is 0; the probability is then 0. Probabilities depend on the agent's own coefficients, which are in
 * `class` and `taste.<coefficient>`.
 */
export function runChoice(
  choice: CompiledChoice,
  situation: Situation,
  classIds: readonly string[] = [],
): DecisionOutput {
  const { scenario, baseline, availability } = choice;
  const { attributes, assigned, from } = situation;
  const ids = [...scenario.model.equations];
  const { available, baselineAvailable } = bothSides(availability, attributes);
  const estimates = estimatesOf(scenario.model);
  const errors = randomErrorsOf(choice, situation);
  const own = ownTastes(choice, situation);
  const utilities = evaluateEquations(scenario, attributes, assigned.scenario, from, own.states);
  const baselineUtilities = evaluateEquations(baseline, attributes, assigned.baseline, from, own.states);

  const probabilities = finite(probabilitiesAt(choice, estimates, utilities, available, attributes));
  const baselineProbabilities = finite(
    probabilitiesAt(choice, estimates, baselineUtilities, baselineAvailable, attributes),
  );
  const results = {
    scenario: { outcomes: choose(utilities, errors, available, from), probabilities },
    baseline: {
      outcomes: choose(baselineUtilities, errors, baselineAvailable, from),
      probabilities: baselineProbabilities,
    },
  };
  const details = [
    ...ids.map((id, k): Column => ({ name: `available.${id}`, type: 'bool', values: available[k]! })),
    ...blockColumns('utility', ids, utilities),
    ...blockColumns('error', ids, errors),
  ];
  return { columns: [...outcomeColumns(ids, results, undefined, details), ...own.columns(classIds)], events: [] };
}

/** @throws EngineError `utility_not_finite` if a scale or a dissimilarity makes a utility overflow */
function finite(probabilities: Float64Array): Float64Array {
  if (!Number.isNaN(probabilities.reduce((sum, probability) => sum + probability, 0))) return probabilities;
  throw new EngineError(
    'utility_not_finite',
    'Probabilities are not finite numbers: a scale or a dissimilarity is too great or too small for the utilities.',
    {},
  );
}

/** Random errors of the agents of a situation, the same under scenario and baseline: `[alternative * count + row]`. */
export function randomErrorsOf(
  { scenario: { model }, nests, scales }: CompiledChoice,
  situation: Situation,
): Float64Array {
  const estimates = estimatesOf(model);
  const standardErrors = nests
    ? nestedErrors(nests, nestValuesOf(nests, estimates), situation)
    : gumbelErrors(model.equations.length, situation);
  return dividedErrors(standardErrors, scalesOf(scales, estimates, situation.attributes));
}

/** Choice probabilities at some values of the coefficients: `[alternative * count + row]`. */
export function probabilitiesAt(
  { nests, scales }: Pick<CompiledChoice, 'nests' | 'scales'>,
  values: Coefficients,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  attributes: AttributeTable,
): Float64Array {
  const scaled = scaledUtilities(utilities, scalesOf(scales, values, attributes));
  return nests
    ? nestedProbabilities(nests, nestValuesOf(nests, values), scaled, available)
    : probabilitiesOf(scaled, available);
}

/** Coefficients of the agents of a situation, and the columns that contain them. */
export interface OwnTastes {
  readonly states: States;
  readonly columns: (classIds: readonly string[]) => Column[];
}

const noTastes: OwnTastes = { states: noStates, columns: () => [] };

/** Draws the class and the random coefficients of each agent. They are the same for every scenario and replicate. */
export function ownTastes({ scenario, tastes, membership }: CompiledChoice, situation: Situation): OwnTastes {
  if (!tastes) return noTastes;
  const estimates = estimatesOf(scenario.model);
  const classes = drawClasses(membership, situation);
  const states = ownCoefficients(tastes, estimates, drawStandardNumbers(tastes.shapes, situation), classes);
  return {
    states,
    columns: (classIds) => [
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

/** Mean probabilities of the alternatives at other values of the coefficients, averaged over the latent classes. */
export function expectChoice(
  choice: CompiledChoice,
  situation: Situation,
  draws: readonly Coefficients[],
): Expectation[] {
  const { scenario, baseline, availability } = choice;
  const { attributes, assigned, from } = situation;
  const { available, baselineAvailable } = bothSides(availability, attributes);
  return draws.map((draw) => {
    const parts = partsAt(choice, draw, situation);
    const shares = (equations: CompiledEquations, groups: readonly Uint8Array[], offered: readonly Uint8Array[]) => {
      const compiled = withCoefficients(equations, draw);
      const means = new Float64Array(available.length);
      for (const { shares: share, states } of parts) {
        const utilities = evaluateEquations(compiled, attributes, groups, from, states);
        addMeans(means, share, probabilitiesAt(choice, draw, utilities, offered, attributes), attributes.count);
      }
      return means;
    };
    return {
      scenario: shares(scenario, assigned.scenario, available),
      baseline: shares(baseline, assigned.baseline, baselineAvailable),
    };
  });
}

function bothSides(availability: AvailabilityBySide, attributes: Situation['attributes']) {
  const available = availabilityOf(availability.scenario, attributes);
  const isSame = availability.scenario === availability.baseline;
  return { available, baselineAvailable: isSame ? available : availabilityOf(availability.baseline, attributes) };
}

/** The latent classes at other values of the coefficients. */
export function partsAt(
  { tastes, membership }: CompiledChoice,
  values: Coefficients,
  situation: Situation,
  options = { givenClass: false, gradients: true },
) {
  const choice = { ...(tastes && { tastes }), ...(membership && { membership: withCoefficients(membership, values) }) };
  return partsOf(choice, values, situation, options);
}

/** Adds the mean of share × value of each block of rows to `means`. */
function addMeans(means: Float64Array, share: MixturePart['shares'], values: Float64Array, count: number): void {
  const isSame = typeof share === 'number';
  for (let k = 0; k < means.length; k++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += (isSame ? 1 : share[row]!) * values[k * count + row]!;
    means[k] = means[k]! + ((isSame ? share : 1) * sum) / count;
  }
}
