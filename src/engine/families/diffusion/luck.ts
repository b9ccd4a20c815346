import { fillUniforms, PURPOSE } from '../../random/stream.js';
import { type Situation } from '../../population/situation.js';

const STEP = 0;
const SLOTS = 3;

/** What each agent brings along that the model does not know: numbers in (0, 1), the same under scenario and baseline. */
export interface Luck {
  /**
   * An agent adopts as soon as the chance to have adopted by then passes its reluctance. Over many agents that is the same as drawing in every
   * period anew, and whoever meets a greater chance in each period never adopts later.
   * Source of the construction: Sellke, "On the asymptotic distribution of the size of a stochastic epidemic", Journal of Applied Probability 20 (1983).
   */
  readonly reluctance: Float64Array;
  /** The agents by their reluctance, the least first. */
  readonly order: Int32Array;
  /** Where it stands in the line: those below the start have it from the start, those below the potential are in the market. */
  readonly place: Float64Array;
  /** How long it passes the thing on: the higher, the shorter. */
  readonly haste: Float64Array;
}

export function drawLuck({ key, from, to, replicate }: Situation): Luck {
  const count = to - from;
  const draws = new Float64Array(SLOTS * count);
  fillUniforms(key, PURPOSE.choice, STEP, SLOTS, from, to, draws, replicate);
  const part = (slot: number) => draws.subarray(slot * count, (slot + 1) * count);
  return { reluctance: part(0), order: orderOf(part(0)), place: part(1), haste: part(2) };
}

/** Positions of numbers in (0, 1) in rising order: by as many buckets as there are numbers, then by insertion. Linear for uniform ones. */
export function orderOf(numbers: Float64Array): Int32Array {
  const count = numbers.length;
  const ends = new Int32Array(count + 1);
  const bucketOf = (row: number) => Math.floor(numbers[row]! * count);
  for (let row = 0; row < count; row++) ends[bucketOf(row) + 1]!++;
  for (let bucket = 0; bucket < count; bucket++) ends[bucket + 1]! += ends[bucket]!;
  const order = new Int32Array(count);
  for (let row = 0; row < count; row++) order[ends[bucketOf(row)]!++] = row;
  for (let k = 1; k < count; k++) {
    const row = order[k]!;
    let at = k;
    for (; at > 0 && numbers[order[at - 1]!]! > numbers[row]!; at--) order[at] = order[at - 1]!;
    order[at] = row;
  }
  return order;
}
