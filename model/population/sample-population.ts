import type { Column } from '../columns/column.js';
import { normalCumulative } from '../math/normal.js';
import type { StreamKey } from '../random/stream-key.js';
import { type CompiledPopulation, cellAt, type CompiledCells } from './compile-population.js';
import { selectPeople } from './compiled-people.js';
import { attributeColumn, type AttributeTable } from './attribute-table.js';
import { drawRestricted } from './restricted-population.js';
import { quantileAt, type QuantileTable } from './quantile-function.js';
import { convertToNormal, fillUniforms, streamPurposes } from '../random/stream.js';

/**
 * Attributes of the agents [from, to): rows of people if the population has them, or draws from its fitted distribution. Agent i has the same
 * attributes in every range that contains it.
 */
export function samplePopulation(
  population: CompiledPopulation,
  key: StreamKey,
  from: number,
  to: number,
): AttributeTable {
  const { people, restriction, attributes } = population;
  if (people) return selectPeople(people, attributes, key, from, to);
  if (!restriction) return drawFitted(population, key, from, to);
  return drawRestricted(
    restriction,
    (first, last, replicate) => drawFitted(population, key, first, last, replicate),
    from,
    to,
  );
}

/**
 * Attributes of the agents [from, to). They have the marginal distributions of the definition, and the dependence of its Gaussian copula
 * and its joint table. Agent i has the same attributes in every range that contains it. Source of the method: Nelsen, "An introduction to
 * copulas" (2006), section 2.9.
 *
 * Each attribute uses one uniform number u of the agent; all attributes of the joint table share one. Correlated attributes use the latent
 * normal number z = L·e, where e are the normal quantiles of the uniform numbers and L is the Cholesky factor of the correlation matrix.
 * The cuts that enclose z (or u) determine a category or a cell. The value of a numeric attribute is its quantile at Φ(z) (or u).
 */
function drawFitted(
  population: CompiledPopulation,
  key: StreamKey,
  from: number,
  to: number,
  replicate = 0,
): AttributeTable {
  const count = to - from;
  const numbers = latentNumbers(population, key, from, to, replicate);
  const columns = population.attributes.map((attribute) => attributeColumn(attribute, count));
  population.latents.forEach(({ mixture, target }, index) => {
    const latent = numbers.subarray(index * count, (index + 1) * count);
    if ('cuts' in target) {
      fillCategories(columns, target, latent);
    } else {
      if (mixture) convertToUniform(latent);
      fillNumbers(columns[target.position]!, target.table, latent);
    }
  });
  return { count, columns };
}

function fillCategories(columns: readonly Column[], { cuts, attributes }: CompiledCells, latent: Float64Array): void {
  const cells = new Uint16Array(latent.length);
  for (let row = 0; row < cells.length; row++) cells[row] = cellAt(cuts, latent[row]!);
  for (const { position, codes } of attributes) {
    const { values } = columns[position]!;
    for (let row = 0; row < cells.length; row++) values[row] = codes[cells[row]!]!;
  }
}

function convertToUniform(normals: Float64Array): void {
  for (let row = 0; row < normals.length; row++) normals[row] = normalCumulative(normals[row]!);
}

function fillNumbers({ values }: Column, table: QuantileTable, probabilities: Float64Array): void {
  for (let row = 0; row < probabilities.length; row++) values[row] = quantileAt(table, probabilities[row]!);
}

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
