import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { AdjustmentError, type Issue } from '../engine-error.js';
import type { People, PopulationDefinition, Restriction } from '../definition/population.schema.js';
import { groupIdsOf } from '../population/attribute-groups.js';
import { segmentShare, selectSegment } from '../population/people.js';
import type { Adjustments, AdjustmentStep, AdjustmentWarning } from './adjustment-step.js';
import { minEffectiveRows } from './weight-to-margins.js';
import { groupsOf } from '../summary/segment-groups.js';
import { familyOf } from '../families/family-of.js';
import { hasOwnModelError } from '../summary/model-errors.js';

/** Smaller segments have too few respondents, and drawing their agents takes too long. */
const minShare = 0.001;

/**
 * Restricts the population to a segment. All agents are in it, and their attributes have the conditional distribution. Segments of results keep
 * the groups of the whole population.
 *
 * @throws AdjustmentError for unknown attributes and groups, if the segment has a share below 0.1%, and if it has too few rows of people
 */
export const restrictPopulation: AdjustmentStep = (definition, { where }) => {
  if (!where || Object.keys(where).length === 0) return undefined;
  const { population } = definition;
  const conditions = conditionsOf(definition, where);
  if (conditions.length === 0) return undefined;
  const all = [...(population.restriction?.conditions ?? []), ...conditions];
  const share = segmentShare(population, all);
  if (share < minShare) throw new AdjustmentError([{ path: 'where', message: tooSmall(share) }]);
  const restricted: PopulationDefinition = { ...population, restriction: { conditions: all, share } };
  if (population.people) restricted.people = selectSegment(population.people, population.attributes, conditions);
  requireRows(restricted.people);
  return { definition: { ...definition, population: restricted }, warnings: describeSegment(definition, conditions) };
};

/** Agents that repeat a few rows have no spread, and therefore no population error that means anything. */
function requireRows(people: People | undefined): void {
  const rows = people?.effective_count ?? Infinity;
  if (rows >= minEffectiveRows) return;
  const message = `the segment has ${rows.toFixed(1)} effective rows of the population, but needs at least ${minEffectiveRows}: select more groups, or import more rows`;
  throw new AdjustmentError([{ path: 'where', message }]);
}

/** Conditions that exclude at least one group. Their order does not depend on the order of the request. */
function conditionsOf(
  { population: { attributes } }: WorkflowDefinition,
  where: NonNullable<Adjustments['where']>,
): Restriction['conditions'] {
  const issues: Issue[] = [];
  const known = new Map(attributes.map((attribute) => [attribute.id, groupIdsOf(attribute)]));
  for (const [id, groups] of Object.entries(where)) {
    const ids = known.get(id);
    const path = `where.${id}`;
    const list = [...known.keys()].join(', ') || 'none';
    if (!ids) issues.push({ path, message: `is not an attribute of this workflow. Its attributes: ${list}` });
    else if (!groups.every((group) => ids.includes(group)))
      issues.push({ path, message: `expected one of: ${ids.join(', ')}` });
  }
  if (issues.length > 0) throw new AdjustmentError(issues);
  return attributes.flatMap(({ id: attribute }) => {
    const requested = Object.hasOwn(where, attribute) ? where[attribute]! : [];
    const groups = known.get(attribute)!.filter((group) => requested.includes(group));
    return groups.length === 0 || groups.length === known.get(attribute)!.length ? [] : [{ attribute, groups }];
  });
}

function tooSmall(share: number): string {
  const percent = `${(100 * share).toFixed(3)}%`;
  return `the segment has ${percent} of the population, but needs at least ${100 * minShare}%: select more groups`;
}

/** Returns the groups of a segment that the model does not fit, and those with too few held-out observations to know. */
function describeSegment(definition: WorkflowDefinition, conditions: Restriction['conditions']): AdjustmentWarning[] {
  const { population, decision, evidence, scenario } = definition;
  const family = familyOf(decision);
  const figures = [...family.outcomes(decision), ...family.measures(decision, scenario.parameters)];
  const labelOf = (id: string) => figures.find((own) => own.id === id)?.label ?? id;
  const { segments } = evidence.hold_out;
  return conditions.flatMap(({ attribute: id, groups }) => {
    const attribute = population.attributes.find((own) => own.id === id)!;
    return groups.flatMap((group): AdjustmentWarning[] => {
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
