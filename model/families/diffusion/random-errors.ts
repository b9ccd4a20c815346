import { fillUniforms, streamPurposes } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';

/** Step of the random stream that these draws use. */
const randomStep = 0;
const drawsPerAgent = 3;

/** Random draws of each agent: uniform numbers in (0, 1), the same under scenario and baseline. */
export interface RandomErrors {
  /**
   * An agent adopts as soon as its cumulative probability of adoption exceeds its reluctance. The distribution of adoption times is the same
   * as with a new draw in each period. In addition, a greater probability in a period never delays the adoption of any agent.
   * Source of the construction: Sellke, "On the asymptotic distribution of the size of a stochastic epidemic", Journal of Applied Probability 20 (1983).
   */
  readonly reluctance: Float64Array;
  /** Rows in ascending order of reluctance. */
  readonly order: Int32Array;
  /**
   * Agents with a place below `start` have adopted before the first period. Agents with a place below `potential` belong to the market.
   */
  readonly place: Float64Array;
  /** Determines how long an agent spreads the adoption: the higher the draw, the shorter. */
  readonly recoveryDraw: Float64Array;
}

/** Draws the random errors of the agents of a situation. */
export function drawRandomErrors({ key, from, to, replicate }: Situation): RandomErrors {
  const count = to - from;
  const draws = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, draws, replicate);
  const drawOf = (slot: number) => draws.subarray(slot * count, (slot + 1) * count);
  return { reluctance: drawOf(0), order: ascendingOrder(drawOf(0)), place: drawOf(1), recoveryDraw: drawOf(2) };
}

/**
 * Rows of numbers in (0, 1) in ascending order of the numbers. Bucket sort followed by insertion sort: linear time for uniform numbers.
 */
export function ascendingOrder(numbers: Float64Array): Int32Array {
  const count = numbers.length;
  const ends = new Int32Array(count + 1);
  const bucketOf = (row: number) => Math.floor(numbers[row]! * count);
  for (let row = 0; row < count; row++) ends[bucketOf(row) + 1]!++;
  for (let bucket = 0; bucket < count; bucket++) ends[bucket + 1]! += ends[bucket]!;
  const order = new Int32Array(count);
  for (let row = 0; row < count; row++) order[ends[bucketOf(row)]!++] = row;
  for (let k = 1; k < count; k++) {
    const row = order[k]!;
    let position = k;
    for (; position > 0 && numbers[order[position - 1]!]! > numbers[row]!; position--)
      order[position] = order[position - 1]!;
    order[position] = row;
  }
  return order;
}
