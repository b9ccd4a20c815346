import type { AgentGroups } from '../simulation/simulate-chunk.js';
import type { Segmentation } from '../summary/segment-groups.js';

/** The selected agents in one group, or in the groups of a segmentation. */
export function analyzedGroups(agents: number, rows?: Int32Array, segmentation?: Segmentation): AgentGroups {
  const own = segmentation?.groupOf ?? new Uint8Array(agents);
  const groups = segmentation?.groups.length ?? 1;
  const isModelGroup = segmentation?.isModelGroup ?? false;
  if (!rows) return { groupOf: own, groups, isModelGroup };
  const selected = new Int32Array(agents).fill(-1);
  for (const row of rows) selected[row] = own[row]!;
  return { groupOf: selected, groups, isModelGroup };
}

/** Indices of the first `agents` agents, by group. */
export function rowsOfGroups({ groupOf, groups }: AgentGroups, agents: number): Int32Array[] {
  const counts = new Uint32Array(groups);
  for (let row = 0; row < agents; row++) if (groupOf[row]! >= 0) counts[groupOf[row]!] = counts[groupOf[row]!]! + 1;
  const rows = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < agents; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    rows[group]![counts[group]!] = row;
    counts[group] = counts[group]! + 1;
  }
  return rows;
}
