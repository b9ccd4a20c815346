/** A division of agents into groups. */
export interface GroupCodes {
  /** Group of each agent; -1 for agents in no group. */
  readonly groupOf: ArrayLike<number>;
  readonly groups: number;
}

/** Agents sorted by group, in ascending order within each group. */
export interface GroupRows {
  readonly rows: Int32Array;
  /** The agents of group g are `rows[starts[g]]` to `rows[starts[g + 1] - 1]`. */
  readonly starts: Int32Array;
}

/** Sorts agents by group. Agents in no group are left out. */
export function rowsByGroup({ groupOf, groups }: GroupCodes): GroupRows {
  const starts = new Int32Array(groups + 1);
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row]!;
    if (group >= 0) starts[group + 1] = starts[group + 1]! + 1;
  }
  for (let group = 0; group < groups; group++) starts[group + 1] = starts[group + 1]! + starts[group]!;
  const rows = new Int32Array(starts[groups]!);
  const next = starts.slice();
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    const at = next[group]!;
    rows[at] = row;
    next[group] = at + 1;
  }
  return { rows, starts };
}
