import { type Seen } from '../families/family-fit.js';

/** How often each of several outcomes happened among these rows. Errors as of independent rows: √(share·(1 - share)/n). */
export function sharesSeen(
  chosen: Int32Array,
  outcomes: number,
  asked: Int32Array,
  weights: Float64Array | undefined,
): Seen[] {
  const counts = new Float64Array(outcomes);
  let all = 0;
  for (const row of asked) {
    const weight = weights?.[row] ?? 1;
    counts[chosen[row]!]! += weight;
    all += weight;
  }
  return Array.from(counts, (count) => {
    const share = count / all;
    return { value: share, error: Math.sqrt((share * (1 - share)) / all) };
  });
}
