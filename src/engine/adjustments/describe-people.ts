import { hasCategories, type People, type PopulationDefinition } from '../definition/population.schema.js';
import { weightsOf } from '../population/compiled-people.js';
import { cumulativeOf } from '../population/cumulative.js';
import { unpackNumbers } from '../population/packed-numbers.js';
import { type PeopleMargin, peopleMargins } from '../population/people-margins.js';
import { quarterCuts } from '../population/attribute-groups.js';
import { groupAgents } from '../summary/segment-groups.js';
import type { AdjustmentWarning } from './adjustment-step.js';
import { distanceWarnings, measureOf } from './use-people.js';

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
