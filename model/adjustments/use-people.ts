import type { WorkflowDefinition } from '../definition/definition.schema.js';
import {
  type Attribute,
  hasCategories,
  type PopulationDefinition,
  type People,
} from '../definition/population.schema.js';
import { AdjustmentError } from '../engine-error.js';
import { peopleMargins, type PeopleMargin } from '../population/people.js';
import type { StoredPeople, AdjustmentStep, AdjustmentWarning } from './adjustment-step.js';
import { weightsOf } from '../population/compiled-people.js';
import { cumulativeOf } from '../population/quantile-function.js';
import { unpackNumbers } from '../population/packed-numbers.js';
import { quarterCuts } from '../population/attribute-groups.js';
import { groupAgents } from '../summary/segment-groups.js';

/** From this distance on, an attribute is far from the data that the model was fitted on. */
const farDistance = 0.2;

/** Texts that change if rows of an attribute have another meaning: its id, type and categories. */
export function attributeKeys({ attributes }: PopulationDefinition): string[] {
  return attributes.map((one) =>
    [one.id, one.type, ...(hasCategories(one) ? one.categories.map(({ id }) => id) : [])].join(),
  );
}

/**
 * Replaces the population by rows of people. The margins of the attributes become those of the rows, so that quarters and segments are those of
 * the new population.
 *
 * @throws AdjustmentError if the attributes of the workflow changed since the import
 */
export const usePeople: AdjustmentStep = (definition, { people: stored }) => {
  if (!stored) return undefined;
  if (attributeKeys(definition.population).join('\n') !== stored.attributes.join('\n')) {
    const message =
      'was created for a version of the workflow with other attributes: create the population again for the current version';
    throw new AdjustmentError([{ path: 'population_id', message }]);
  }
  const margins = peopleMargins(definition.population, stored.people);
  return { definition: withPeople(definition, stored, margins), warnings: distanceWarnings(margins) };
};

function withPeople(
  definition: WorkflowDefinition,
  { people, date }: StoredPeople,
  margins: readonly PeopleMargin[],
): WorkflowDefinition {
  const population = { ...definition.population };
  delete population.joint;
  delete population.correlation;
  delete population.restriction;
  delete population.sample;
  delete population.min_respondents;
  const isImported = people.origin === 'imported';
  const drawn = people.drawn_attributes.length;
  return {
    ...definition,
    population: {
      ...population,
      description: isImported
        ? `Imported population of ${people.count} rows.`
        : `Fitted population with weights that reach target margins. Before the weighting: ${population.description}`.slice(
            0,
            2_000,
          ),
      source: (isImported
        ? `Import by the organization.${drawn > 0 ? ` ${drawn} attributes are drawn from: ${population.source}` : ''}`
        : population.source
      ).slice(0, 2_000),
      date,
      attributes: margins.map(({ observed }): Attribute => observed),
      people,
    },
  };
}

/** Warns of attributes whose distribution differs much from the fitted one: there, the model extrapolates. */
function distanceWarnings(margins: readonly PeopleMargin[]): AdjustmentWarning[] {
  return margins
    .filter(({ distance }) => distance >= farDistance)
    .map(({ attribute, distance }) => ({
      code: 'population_differs',
      message: `The distribution of "${attribute.label}" is far from the data that the model was fitted on: the ${distanceNames[measureOf(attribute)]} distance is ${distance.toFixed(2)}, and 0 means equal.`,
    }));
}

const distanceNames = { total_variation: 'total variation', kolmogorov_smirnov: 'Kolmogorov-Smirnov' } as const;

function measureOf(attribute: Attribute): 'total_variation' | 'kolmogorov_smirnov' {
  return hasCategories(attribute) ? 'total_variation' : 'kolmogorov_smirnov';
}

/** Distribution of an attribute in a population, next to the fitted one. */
export interface DescribedMargin {
  readonly attribute: string;
  readonly label: string;
  /** Whether some or all values were drawn from the fitted population. */
  readonly is_drawn: boolean;
  /** Categories, or quarters of a numeric attribute. */
  readonly groups: readonly { id: string; label: string; share: number; fitted_share: number }[];
  readonly distance: number;
  readonly distance_measure: 'total_variation' | 'kolmogorov_smirnov';
}

/** The distributions of all attributes in rows of people, and warnings of those that are far from the fitted ones. */
export function describePeople(
  population: PopulationDefinition,
  people: People,
): { margins: DescribedMargin[]; warnings: AdjustmentWarning[] } {
  const margins = peopleMargins(population, people);
  const weights = weightsOf(people);
  return { margins: margins.map((margin) => describe(margin, people, weights)), warnings: distanceWarnings(margins) };
}

function describe(
  { attribute, observed, distance }: PeopleMargin,
  people: People,
  weights: Float64Array,
): DescribedMargin {
  const values = unpackNumbers(people.columns.find((column) => column.attribute === attribute.id)!);
  const numbers = hasCategories(observed)
    ? {
        type: 'category' as const,
        values: Uint8Array.from(values),
        categories: observed.categories.map(({ id }) => id),
      }
    : { type: 'float64' as const, values: Float64Array.from(values) };
  const { groups, groupOf } = groupAgents(observed, { name: attribute.id, ...numbers });
  const shares = new Float64Array(groups.length);
  for (let row = 0; row < weights.length; row++) shares[groupOf[row]!]! += weights[row]!;
  const fitted = fittedShares(attribute, observed, groups.length);
  return {
    attribute: attribute.id,
    label: attribute.label,
    is_drawn: people.drawn_attributes.includes(attribute.id),
    groups: groups.map(({ id, label }, k) => ({ id, label, share: Math.min(1, shares[k]!), fitted_share: fitted[k]! })),
    distance,
    distance_measure: measureOf(attribute),
  };
}

function fittedShares(
  attribute: PeopleMargin['attribute'],
  observed: PeopleMargin['observed'],
  groups: number,
): readonly number[] {
  if (hasCategories(attribute) || hasCategories(observed)) {
    return hasCategories(attribute) ? attribute.categories.map(({ probability }) => probability) : [];
  }
  const cumulativeAt = cumulativeOf(attribute);
  const limits = [0, ...quarterCuts(observed).map((cut) => cumulativeAt(cut)[1]), 1];
  return Array.from({ length: groups }, (_, k) => Math.max(0, limits[k + 1]! - limits[k]!));
}
