import type { PairDrawer } from '../../../random/stream.js';

/** Partition of the agents into groups of consecutive agents. */
export interface Groups {
  /** Group of each agent. */
  readonly groupOf: Int32Array;
  /** First agent of each group, followed by the number of agents. */
  readonly starts: Int32Array;
}

/** Step of the random stream for groups; contacts use the later steps. */
const randomStep = 0;

/**
 * Draws group sizes from the given sizes until all agents belong to a group. The last group is truncated. Group k has the same members for any
 * number of agents.
 */
export function drawGroups(sizes: readonly number[], count: number, draw: PairDrawer): Groups {
  const groupOf = new Int32Array(count);
  const starts: number[] = [];
  let start = 0;
  for (let group = 0; start < count; group++) {
    starts.push(start);
    const [size] = draw(group, randomStep, 0);
    const end = Math.min(count, start + sizes[Math.floor(size * sizes.length)]!);
    groupOf.fill(group, start, end);
    start = end;
  }
  return { groupOf, starts: Int32Array.of(...starts, count) };
}

/** Uniform draw of each group in (0, 1), which decides how shares of the group are rounded. */
export function drawRounding({ starts }: Groups, draw: PairDrawer): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, group) => draw(group, randomStep, 0)[1]);
}
