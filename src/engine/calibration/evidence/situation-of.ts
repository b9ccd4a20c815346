import { type Situation } from '../../families/decision-family.js';
import { type StreamKey } from '../../rng/stream-key.js';
import { peopleAt, type Rows, taken } from '../rows/rows.js';

/** People as each of these rows had it, several of each row one after the other, all under one scenario. */
export function situationOf(
  rows: Rows,
  asked: Int32Array,
  each: number,
  key: StreamKey,
  firstAgent: number,
): Situation {
  const at = Int32Array.from({ length: asked.length * each }, (_, k) => asked[Math.floor(k / each)]!);
  const own = rows.assigned.map((column) => taken(column, at, new Uint8Array(at.length)));
  return {
    key,
    from: firstAgent,
    to: firstAgent + at.length,
    people: peopleAt(rows.people, at),
    assigned: { scenario: own, baseline: own },
    replicate: 0,
  };
}
