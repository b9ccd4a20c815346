import { type Column } from '../columns/column.js';
import { EngineError } from '../engine-error.js';

/** How many agents had baseline outcome b and outcome o: `counts[b * outcomes + o]`. */
export type OutcomeCounts = Uint32Array;

export function columnNamed(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new EngineError('invalid_argument', `The columns lack ${name}.`, { column: name });
  return column;
}

/** Outcomes before and after, counted in each group of agents. `groupOf[row]` is the group of an agent. */
export function countByGroup(
  outcome: Column,
  baseline: Column,
  outcomeTotal: number,
  groupOf: ArrayLike<number>,
  groupTotal: number,
): OutcomeCounts[] {
  const cells = outcomeTotal * outcomeTotal;
  const counts = new Uint32Array(groupTotal * cells);
  for (let row = 0; row < outcome.values.length; row++) {
    const at = groupOf[row]! * cells + baseline.values[row]! * outcomeTotal + outcome.values[row]!;
    counts[at] = counts[at]! + 1;
  }
  return Array.from({ length: groupTotal }, (_, group) => counts.subarray(group * cells, (group + 1) * cells));
}
