import { type Column, columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories, type NumericAttribute } from '../definition/population.schema.js';
import { familyOf } from '../families/family-of.js';
import { groupPositionOf, quarterCuts } from '../population/attribute-groups.js';
import { displayNumber } from '../transcript/quantity.js';
import { oncePerObject } from '../memoize.js';

export interface Group {
  readonly id: string;
  readonly label: string;
}

/** The groups of an attribute. `groupOf[row]` is the index in `groups` of the group of an agent. */
export interface Grouping {
  readonly groups: readonly Group[];
  readonly groupOf: ArrayLike<number>;
}

/** An attribute or model group by which a summary splits the agents. */
export interface SegmentLayout {
  readonly id: string;
  readonly label: string;
  readonly unit?: string | undefined;
  /** Whether the model defines the groups, such as latent classes. */
  readonly isModelGroup: boolean;
  readonly groups: readonly Group[];
}

export interface Segmentation extends SegmentLayout, Grouping {}

const quarterCount = 4;

/** Returns the maximum number of shares in the segments of a summary: one for each group and outcome. */
export function segmentSize({ population, decision }: WorkflowDefinition): number {
  const family = familyOf(decision);
  const attributeGroups = population.attributes.map((attribute) =>
    hasCategories(attribute) ? attribute.categories.length : quarterCount,
  );
  const modelGroups = (family.groupings?.(decision) ?? []).map(({ groups }) => groups.length);
  return (
    [...attributeGroups, ...modelGroups].reduce((sum, groups) => sum + groups, 0) * family.outcomes(decision).length
  );
}

/** The segmentations of a definition: one for each attribute, then one for each grouping that the model defines. */
export function segmentLayouts({ population, decision }: WorkflowDefinition): SegmentLayout[] {
  const groupings = familyOf(decision).groupings?.(decision) ?? [];
  return [
    ...population.attributes.map((attribute) => {
      const { id, label, unit } = attribute;
      return { id, label, unit, isModelGroup: false, groups: groupsOf(attribute) };
    }),
    ...groupings.map((grouping) => ({ ...grouping, isModelGroup: true })),
  ];
}

/** Returns the segmentations of a simulation with the groups of its agents. */
export function segmentations(definition: WorkflowDefinition, columns: readonly Column[]): Segmentation[] {
  const { attributes } = definition.population;
  return segmentLayouts(definition).map((layout, k) => {
    const attribute = attributes[k];
    if (!attribute) return { ...layout, groupOf: columnNamed(columns, layout.id).values };
    return { ...layout, ...groupAgents(attribute, columnNamed(columns, `attribute.${layout.id}`)) };
  });
}

/**
 * Groups agents by category, or by quarter of the distribution if the attribute is numeric. The quarters come from the population, not from
 * the sample, so that the groups are the same for any agent count. Quarters with equal limits are merged into one group.
 */
export function groupAgents(attribute: Attribute, column: Column): Grouping {
  const groups = groupsOf(attribute);
  if (hasCategories(attribute)) return { groups, groupOf: column.values };
  const positionOf = groupPositionOf(attribute);
  const groupOf = new Uint8Array(column.values.length);
  for (let row = 0; row < groupOf.length; row++) groupOf[row] = positionOf(column.values[row]!);
  return { groups, groupOf };
}

/** The groups of an attribute with their labels, without agents. */
export const groupsOf = oncePerObject((attribute: Attribute): readonly Group[] =>
  hasCategories(attribute) ? attribute.categories : quarterGroups(attribute, quarterCuts(attribute)),
);

function quarterGroups({ unit }: NumericAttribute, cuts: readonly number[]): Group[] {
  return [...cuts, undefined].map((upper, index) => {
    const lower = cuts[index - 1];
    const range =
      lower === undefined
        ? `up to ${displayNumber(upper!)}`
        : upper === undefined
          ? `over ${displayNumber(lower)}`
          : `over ${displayNumber(lower)} to ${displayNumber(upper)}`;
    return { id: `group_${index + 1}`, label: `${range} ${unit}` };
  });
}
