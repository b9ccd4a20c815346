import { type StreamKey } from '../../engine/random/stream-key.js';
import { peopleAt, type Rows, taken } from '../rows/rows.js';
import { type Situation } from '../../engine/population/situation.js';

/** People in the situations of these rows, one a number, all under one scenario. */
export function situationOf(rows: Rows, at: Int32Array, key: StreamKey, firstAgent: number): Situation {
  const own = rows.assigned.map((column) => taken(column, at, new Uint8Array(at.length)));
  return {
    key,
    from: firstAgent,
    to: firstAgent + at.length,
    attributes: peopleAt(rows.people, at),
    assigned: { scenario: own, baseline: own },
    replicate: 0,
  };
}

/**
 * Several people for each row, in rounds: everybody's first, then everybody's second and so on, so that those who meet each other are not
 * all alike. Where in that list those of each row are.
 */
export function inRounds(asked: Int32Array, counts: ArrayLike<number>): { at: Int32Array; placesOf: Int32Array[] } {
  const at: number[] = [];
  const places = Array.from(asked, (): number[] => []);
  const most = Array.from(counts).reduce((greatest, count) => Math.max(greatest, count), 0);
  for (let round = 0; round < most; round++) {
    asked.forEach((row, k) => {
      if (round >= counts[k]!) return;
      places[k]!.push(at.length);
      at.push(row);
    });
  }
  return { at: Int32Array.from(at), placesOf: places.map((own) => Int32Array.from(own)) };
}
