import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { IssueList } from '../../definition/issue-list.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { CalibrationTarget } from '../../definition/adjustments.schema.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import type { AttributeTable } from '../../population/attribute-table.js';

/** A target whose ids refer to the definition. */
export interface KnownTarget extends CalibrationTarget {
  /** Position in the request. */
  readonly position: number;
  /** Positions of the outcomes whose shares add up to the share of the target. */
  readonly outcomes: readonly number[];
  /** Identifies the group of agents: equal groups have equal keys. */
  readonly group: string;
}

/** A target with the agents of its group. */
export interface ResolvedTarget extends KnownTarget {
  /** 1 for the agents of the group, by agent. */
  readonly isIn: Uint8Array;
  /** Number of agents in the group, at least 1. */
  readonly agents: number;
}

/** Finds the outcomes of the targets. The issues have the positions of the targets as the start of their paths. */
export function knownTargets(
  definition: WorkflowDefinition,
  targets: readonly CalibrationTarget[],
): { known: KnownTarget[]; issues: readonly Issue[] } {
  const list = new IssueList();
  const outcomes = familyOf(definition.decision)
    .outcomes(definition.decision)
    .map(({ id }) => id);
  const members = new Map(outcomes.map((id, position) => [id, [position]]));
  for (const group of definition.outcome_groups ?? [])
    members.set(
      group.id,
      group.outcomes.map((id) => outcomes.indexOf(id)),
    );
  const attributes = new Map(definition.population.attributes.map((attribute) => [attribute.id, attribute]));
  const known = targets.map((target, position): KnownTarget => {
    list.known([position, 'outcome'], target.outcome, new Set(members.keys()), 'outcome or outcome group');
    if (target.share <= 0 || target.share >= 1)
      list.add(
        [position, 'share'],
        `is ${target.share}, which no constant reaches: each agent has a probability above 0 and below 1; use a share between them`,
      );
    for (const [id, categories] of Object.entries(target.where ?? {})) {
      const path = [position, 'where', id];
      if (!list.known(path, id, new Set(attributes.keys()), 'attribute')) continue;
      const attribute = attributes.get(id)!;
      if (!hasCategories(attribute))
        list.add(path, `attribute "${id}" has no categories; use an attribute with categories`);
      else {
        const ids = new Set(attribute.categories.map((category) => category.id));
        categories.forEach((category, k) => list.known([...path, k], category, ids, `category of ${id}`));
      }
    }
    return { ...target, position, outcomes: members.get(target.outcome) ?? [], group: groupKey(target) };
  });
  return { known, issues: list.issues };
}

function groupKey({ where = {} }: CalibrationTarget): string {
  const conditions = Object.entries(where).map(([id, categories]) => [id, [...new Set(categories)].sort()] as const);
  return JSON.stringify(conditions.sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Adds the agents of each group. A group without agents is an issue. */
export function withAgents(
  definition: WorkflowDefinition,
  targets: readonly KnownTarget[],
  table: AttributeTable,
): { resolved: ResolvedTarget[]; issues: readonly Issue[] } {
  const list = new IssueList();
  const masks = new Map<string, Uint8Array>();
  const resolved = targets.map((target) => {
    const isIn = masks.get(target.group) ?? maskOf(definition, target, table);
    masks.set(target.group, isIn);
    let agents = 0;
    for (const value of isIn) agents += value;
    if (agents === 0)
      list.add([target.position, 'where'], `no agent of ${table.count} is in this group; select other categories`);
    return { ...target, isIn, agents };
  });
  return { resolved, issues: list.issues };
}

function maskOf({ population }: WorkflowDefinition, { where = {} }: CalibrationTarget, table: AttributeTable) {
  const isIn = new Uint8Array(table.count).fill(1);
  for (const [id, accepted] of Object.entries(where)) {
    const position = population.attributes.findIndex((attribute) => attribute.id === id);
    const { values, categories = [] } = table.columns[position]!;
    const matches = Uint8Array.from(categories, (category) => Number(accepted.includes(category)));
    for (let row = 0; row < isIn.length; row++) isIn[row] = isIn[row]! & matches[values[row]!]!;
  }
  return isIn;
}

/** Name of a target in messages: `the share of "car"`. */
export function nameOf({ outcome, where }: CalibrationTarget): string {
  const conditions = Object.entries(where ?? {}).map(([id, categories]) => `${id} ${categories.join(' or ')}`);
  return `the share of "${outcome}"${conditions.length > 0 ? ` for ${conditions.join(', ')}` : ''}`;
}
