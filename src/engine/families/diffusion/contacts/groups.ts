import { type PairDrawer } from '../../../random/stream.js';

/** Agents in groups, one group after the other. */
export interface Groups {
  /** The group of each agent. */
  readonly of: Int32Array;
  /** The first agent of each group, and the number of agents at the end. */
  readonly starts: Int32Array;
}

/** The step under which groups draw; contacts are drawn under those that follow. */
const STEP = 0;

/**
 * Groups of sizes drawn from those given, one after the other, until all agents have one; the last is cut off. Group k has the same
 * members for any number of agents.
 */
export function drawGroups(sizes: readonly number[], count: number, draw: PairDrawer): Groups {
  const of = new Int32Array(count);
  const starts: number[] = [];
  let start = 0;
  for (let group = 0; start < count; group++) {
    starts.push(start);
    const [size] = draw(group, STEP, 0);
    const end = Math.min(count, start + sizes[Math.floor(size * sizes.length)]!);
    of.fill(group, start, end);
    start = end;
  }
  return { of, starts: Int32Array.of(...starts, count) };
}

/** Each group's own number in (0, 1), by which shares of it are rounded. */
export function drawRounding({ starts }: Groups, draw: PairDrawer): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, group) => draw(group, STEP, 0)[1]);
}
