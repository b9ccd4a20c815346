import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { IssueList } from '../../definition/issue-list.js';
import { hasCategories } from '../../definition/population.schema.js';
import type { CalibrationTarget } from '../../definition/adjustments.schema.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import { solveLinear } from '../../math/linear-algebra.js';

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

/** Largest difference between equal shares. It allows for shares that a caller rounded to six digits. */
const tolerance = 1e-6;
/** Part of a target's variation, relative to its size, below which other targets determine it. */
const minIndependence = 1e-9;

/**
 * Finds the targets that no others determine. A target that follows from others, such as the last share of a complete set, is not needed; it is
 * an issue if its share differs from the implied one.
 *
 * A target is the sum of a function of agent and outcome: 1 for its outcomes in its group, else 0. Functions are compared by their inner products
 * after subtracting each agent's mean over the outcomes, because the probabilities of an agent always sum to 1.
 */
export function independentTargets(
  list: IssueList,
  targets: readonly ResolvedTarget[],
  outcomeCount: number,
): ResolvedTarget[] {
  const excessive = excessiveSum(targets, outcomeCount);
  if (excessive) list.add([excessive.position, 'share'], excessive.message);
  const all = targets.map((row) => targets.map((column) => innerProduct(row, column, outcomeCount)));
  const positions: number[] = [];
  targets.forEach((target, position) => {
    const products = positions.map((other) => all[position]![other]!);
    const matrix = positions.map((row) => positions.map((column) => all[row]![column]!));
    const weights = solveLinear(matrix, products) ?? products.map(() => 0);
    const own = all[position]![position]!;
    const rest = own - weights.reduce((sum, weight, k) => sum + weight * products[k]!, 0);
    if (rest > minIndependence * own) {
      positions.push(position);
      return;
    }
    const independent = positions.map((other) => targets[other]!);
    const used = independent.filter((_, k) => Math.abs(weights[k]!) > 1e-9);
    const implied = impliedShare(target, independent, weights, outcomeCount);
    if (Math.abs(implied - target.share) > tolerance)
      list.add([target.position, 'share'], disagreement(target, used, implied));
  });
  return positions.map((position) => targets[position]!);
}

/** Shares of different outcomes of one group that sum to 1 or more, although other outcomes remain. */
function excessiveSum(
  targets: readonly ResolvedTarget[],
  outcomeCount: number,
): { position: number; message: string } | undefined {
  for (const first of targets) {
    const parts: ResolvedTarget[] = [];
    for (const target of targets) {
      if (target.group !== first.group || target.position < first.position) continue;
      if (parts.some(({ outcomes }) => outcomes.some((outcome) => target.outcomes.includes(outcome)))) continue;
      parts.push(target);
      const sum = parts.reduce((total, { share }) => total + share, 0);
      const isComplete = parts.reduce((count, { outcomes }) => count + outcomes.length, 0) === outcomeCount;
      if (sum < 1 - tolerance || (isComplete && sum <= 1 + tolerance)) continue;
      const names = parts.map((part) => `${nameOf(part)} (${part.share})`).join(', ');
      return {
        position: target.position,
        message: `${names} sum to ${rounded(sum)}, but must leave a share above 0 for every other outcome; correct them`,
      };
    }
  }
  return undefined;
}

function disagreement(target: ResolvedTarget, used: readonly ResolvedTarget[], implied: number): string {
  if (used.length === 0) return `${nameOf(target)} is always ${rounded(implied)}; remove this target`;
  const others = used.map((other) => `${nameOf(other)} (${other.share})`).join(', ');
  return `${nameOf(target)} is ${target.share}, but it must be ${rounded(implied)} with ${others}; change or remove one of them`;
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function innerProduct(first: ResolvedTarget, second: ResolvedTarget, outcomes: number): number {
  const both = first.outcomes.filter((outcome) => second.outcomes.includes(outcome)).length;
  const centered = both / outcomes - (first.outcomes.length * second.outcomes.length) / outcomes ** 2;
  return centered === 0 ? 0 : (commonAgents(first, second) / first.isIn.length) * centered;
}

function commonAgents(first: ResolvedTarget, second: ResolvedTarget): number {
  if (first.isIn === second.isIn) return first.agents;
  let count = 0;
  for (let row = 0; row < first.isIn.length; row++) count += first.isIn[row]! & second.isIn[row]!;
  return count;
}

/** Share that follows from the other targets: target = Σ weight · other + a constant of each agent. */
function impliedShare(
  target: ResolvedTarget,
  others: readonly ResolvedTarget[],
  weights: readonly number[],
  outcomes: number,
): number {
  let total = (target.agents * target.outcomes.length) / outcomes;
  others.forEach(({ agents, share, outcomes: own }, k) => {
    total += weights[k]! * agents * (share - own.length / outcomes);
  });
  return total / target.agents;
}
