import type { AgentGroups } from '../../simulation/simulate-chunk.js';
import type { Group, Segmentation } from '../../summary/segment-groups.js';
import { smallGroupSize } from '../../summary/moments.js';

/** Combinations of two attributes need more agents, because there are many of them and each widens all simultaneous intervals. */
export const minPairAgents = 100;
/** Groups of an analysis. The time of the joint errors grows with the square of their number. */
export const maxEffectGroups = 150;

/** Agents of one category of an attribute, or of one combination of categories of two attributes. */
export interface EffectGroup {
  /** The group of these agents, by attribute id. */
  readonly group: Readonly<Record<string, Group>>;
  readonly agents: number;
}

export interface ExcludedGroup extends EffectGroup {
  /** `small`: too few agents. `limit`: the analysis has the maximum number of groups, and the others have more agents. */
  readonly reason: 'small' | 'limit';
}

/** Groups without common agents: those of one attribute, or of one pair of attributes. */
export interface Partition {
  readonly groups: readonly EffectGroup[];
  /** Groups of the first `agents` agents. Agents that are not selected, or in no analyzed group, have the group -1. */
  groupsOf(agents: number): AgentGroups;
}

interface Candidate extends EffectGroup {
  readonly partition: number;
  readonly code: number;
}

/**
 * Selects the groups of an effect analysis: the groups of each attribute and, on request, of each pair of attributes. Groups without agents and
 * groups with all selected agents are omitted.
 *
 * @param rows indices of the selected agents
 */
export function effectGroups(known: readonly Segmentation[], rows: Int32Array, withPairs: boolean) {
  const pairs = known.flatMap((first, k) => known.slice(k + 1).map((second) => [first, second]));
  const combinations = [...known.map((own) => [own]), ...(withPairs ? pairs : [])];
  const candidates = combinations.flatMap((own, partition) => candidatesOf(own, partition, rows));
  const isSmall = ({ group, agents }: Candidate) =>
    agents < (Object.keys(group).length > 1 ? minPairAgents : smallGroupSize);
  const large = candidates.filter((own) => !isSmall(own));
  // Single attributes come first, so that pairs never displace them.
  const ranked = large.toSorted(
    (a, b) => Object.keys(a.group).length - Object.keys(b.group).length || b.agents - a.agents,
  );
  const included = new Set(ranked.slice(0, maxEffectGroups));
  const partitions = combinations.flatMap((own, position) => {
    const groups = large.filter((candidate) => included.has(candidate) && candidate.partition === position);
    return groups.length > 0 ? [partitionOf(own, groups, rows)] : [];
  });
  const excluded = candidates
    .filter((own) => !included.has(own))
    .map((own): ExcludedGroup => ({
      group: own.group,
      agents: own.agents,
      reason: isSmall(own) ? 'small' : 'limit',
    }));
  return { partitions, excluded };
}

/** Number of the combination of groups of an agent. Called for each agent and attribute, so that it has no loop over the attributes. */
function codeOf([first, second]: readonly Segmentation[], row: number): number {
  const code = first!.groupOf[row]!;
  return second ? code * second.groups.length + second.groupOf[row]! : code;
}

function candidatesOf(combination: readonly Segmentation[], partition: number, rows: Int32Array): Candidate[] {
  const counts = new Map<number, { agents: number; row: number }>();
  for (const row of rows) {
    const code = codeOf(combination, row);
    const own = counts.get(code);
    if (own) own.agents++;
    else counts.set(code, { agents: 1, row });
  }
  return [...counts]
    .filter(([, { agents }]) => agents < rows.length)
    .sort(([a], [b]) => a - b)
    .map(([code, { agents, row }]) => {
      const group = Object.fromEntries(
        combination.map(({ id, groups, groupOf }) => {
          const { id: own, label } = groups[groupOf[row]!]!;
          return [id, { id: own, label }];
        }),
      );
      return { group, agents, partition, code };
    });
}

function partitionOf(
  combination: readonly Segmentation[],
  candidates: readonly Candidate[],
  rows: Int32Array,
): Partition {
  const positions = new Map(candidates.map(({ code }, position) => [code, position]));
  return {
    groups: candidates.map(({ group, agents }) => ({ group, agents })),
    groupsOf(agents) {
      const groupOf = new Int32Array(agents).fill(-1);
      for (const row of rows) if (row < agents) groupOf[row] = positions.get(codeOf(combination, row)) ?? -1;
      return { groupOf, groups: candidates.length, isModelGroup: combination.some((own) => own.isModelGroup) };
    },
  };
}
