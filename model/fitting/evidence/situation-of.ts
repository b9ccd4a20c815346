import type { StreamKey } from '../../random/stream-key.js';
import { attributesAt, type Rows, valuesAt } from '../rows/rows.js';
import type { Situation } from '../../population/situation.js';

/** Situation of one agent per row number; all rows belong to one scenario. */
export function situationOf(rows: Rows, at: Int32Array, key: StreamKey, firstAgent: number): Situation {
  const own = rows.assigned.map((column) => valuesAt(column, at, new Uint8Array(at.length)));
  return {
    key,
    from: firstAgent,
    to: firstAgent + at.length,
    attributes: attributesAt(rows.attributes, at),
    assigned: { scenario: own, baseline: own },
    replicate: 0,
  };
}

/**
 * Repeats rows in rounds: each row once, then each row a second time and so on, so that neighboring agents differ.
 * `placesOf` contains the positions of each row in `at`.
 *
 * @param counts number of agents per row
 */
export function interleaveRows(
  selected: Int32Array,
  counts: ArrayLike<number>,
): { at: Int32Array; placesOf: Int32Array[] } {
  const at: number[] = [];
  const places = Array.from(selected, (): number[] => []);
  const maxCount = Array.from(counts).reduce((greatest, count) => Math.max(greatest, count), 0);
  for (let round = 0; round < maxCount; round++) {
    selected.forEach((row, k) => {
      if (round >= counts[k]!) return;
      places[k]!.push(at.length);
      at.push(row);
    });
  }
  return { at: Int32Array.from(at), placesOf: places.map((own) => Int32Array.from(own)) };
}
