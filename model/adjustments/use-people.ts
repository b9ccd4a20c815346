import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import { AdjustmentError } from '../engine-error.js';
import { peopleMargins, type PeopleMargin } from '../population/people.js';
import type { StoredPeople } from './stored-people.js';
import type { AdjustmentStep, AdjustmentWarning } from './adjustment-step.js';

/** From this distance on, an attribute is far from the data that the model was fitted on. */
export const farDistance = 0.2;

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
export function distanceWarnings(margins: readonly PeopleMargin[]): AdjustmentWarning[] {
  return margins
    .filter(({ distance }) => distance >= farDistance)
    .map(({ attribute, distance }) => ({
      code: 'population_differs',
      message: `The distribution of "${attribute.label}" is far from the data that the model was fitted on: the ${distanceNames[measureOf(attribute)]} distance is ${distance.toFixed(2)}, and 0 means equal.`,
    }));
}

const distanceNames = { total_variation: 'total variation', kolmogorov_smirnov: 'Kolmogorov-Smirnov' } as const;

/** Measure of the distance between distributions of an attribute. */
export function measureOf(attribute: Attribute): 'total_variation' | 'kolmogorov_smirnov' {
  return hasCategories(attribute) ? 'total_variation' : 'kolmogorov_smirnov';
}
