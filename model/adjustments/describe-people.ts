import {
  hasCategories,
  type People,
  type PopulationDefinition,
  type Restriction,
} from '../definition/population.schema.js';
import { weightsOf } from '../population/compiled-people.js';
import { cumulativeOf } from '../population/quantile-function.js';
import { unpackNumbers } from '../population/packed-numbers.js';
import { type PeopleMargin, peopleMargins } from '../population/people.js';
import { quarterCuts } from '../population/attribute-groups.js';
import { groupAgents, groupsOf } from '../summary/segment-groups.js';
import type { AdjustmentWarning } from './adjustment-step.js';
import { distanceWarnings, measureOf } from './use-people.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { hasOwnModelError } from '../summary/model-errors.js';

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

/** A limit of the model for a segment, from its held-out data. */
export interface SegmentWarning extends AdjustmentWarning {
  readonly code: 'segment_misfit' | 'segment_not_checked';
}

/** Returns the groups of a segment that the model does not fit, and those with too few held-out observations to know. */
export function describeSegment(
  definition: WorkflowDefinition,
  conditions: Restriction['conditions'],
): SegmentWarning[] {
  const { population, decision, evidence, scenario } = definition;
  const family = familyOf(decision);
  const figures = [...family.outcomes(decision), ...family.measures(decision, scenario.parameters)];
  const labelOf = (id: string) => figures.find((own) => own.id === id)?.label ?? id;
  const { segments } = evidence.hold_out;
  return conditions.flatMap(({ attribute: id, groups }) => {
    const attribute = population.attributes.find((own) => own.id === id)!;
    return groups.flatMap((group): SegmentWarning[] => {
      const name = `“${attribute.label}: ${groupsOf(attribute).find((own) => own.id === group)?.label ?? group}”`;
      const held = segments.find((own) => own.attribute === id && own.category === group);
      if (!held) {
        const message = `The held-out data have too few observations of ${name} to compare them with the model. Intervals have the error of other groups.`;
        return [{ code: 'segment_not_checked', message }];
      }
      const { outcomes, observations } = held;
      const [worst] = outcomes
        .filter((own) => hasOwnModelError(evidence.errors?.model, 'share', own.outcome, own))
        .sort((a, b) => Math.abs(b.observed - b.predicted) - Math.abs(a.observed - a.predicted));
      if (!worst) return [];
      const { outcome, predicted, observed } = worst;
      const message = `The model does not fit ${name} well: in ${observations.toLocaleString('en-US')} held-out observations, it predicted ${percent(predicted)} for “${labelOf(outcome)}”, and ${percent(observed)} were observed.`;
      return [{ code: 'segment_misfit', message }];
    });
  });
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
