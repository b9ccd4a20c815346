import { convertToNormal, fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';
import type { CompiledPopulation } from './compile-population.js';

/**
 * Latent numbers that determine the attributes of the agents [from, to), at `[latent * (to - from) + row]`. Correlated latent numbers
 * are standard normal. The others are uniform in (0, 1).
 */
export function latentNumbers(
  { latents }: CompiledPopulation,
  key: StreamKey,
  from: number,
  to: number,
  replicate = 0,
): Float64Array {
  const count = to - from;
  const numbers = new Float64Array(latents.length * count);
  fillUniforms(key, streamPurposes.population, 0, latents.length, from, to, numbers, replicate);
  latents.forEach(({ mixture }, index) => {
    if (mixture) convertToNormal(numbers.subarray(index * count, (index + 1) * count));
  });
  // Go from last to first: a mixture uses only numbers up to its own position, which are then still independent.
  const sums = new Float64Array(count);
  for (let index = latents.length - 1; index >= 0; index--) {
    const { mixture } = latents[index]!;
    if (!mixture) continue;
    sums.fill(0);
    addWeighted(sums, numbers, mixture.sources, mixture.weights);
    numbers.set(sums, index * count);
  }
  return numbers;
}

/** Adds the weighted rows of numbers in order. Four rows per pass reduce the reads and writes of the sums. */
function addWeighted(
  sums: Float64Array,
  numbers: Float64Array,
  sources: readonly number[],
  weights: readonly number[],
): void {
  const count = sums.length;
  const rowOf = (k: number) => numbers.subarray(sources[k]! * count, (sources[k]! + 1) * count);
  let k = 0;
  for (; k + 3 < sources.length; k += 4) {
    const [a, b, c, d] = [rowOf(k), rowOf(k + 1), rowOf(k + 2), rowOf(k + 3)];
    const [u, v, w, x] = [weights[k]!, weights[k + 1]!, weights[k + 2]!, weights[k + 3]!];
    for (let row = 0; row < count; row++) {
      sums[row] = sums[row]! + u * a[row]! + v * b[row]! + w * c[row]! + x * d[row]!;
    }
  }
  for (; k < sources.length; k++) {
    const [a, u] = [rowOf(k), weights[k]!];
    for (let row = 0; row < count; row++) sums[row] = sums[row]! + u * a[row]!;
  }
}
