import { type Column } from '../columns/column.js';
import { normalCumulative } from '../math/normal.js';
import { type StreamKey } from '../random/stream-key.js';
import { type CompiledPopulation } from './compile-population.js';
import { cellAt, type CompiledCells } from './compiled-cells.js';
import { latentNumbers } from './latent-numbers.js';
import { attributeColumn, type AttributeTable } from './attribute-table.js';
import { quantileAt, type QuantileTable } from './quantile-function.js';

/**
 * The people [from, to): attributes with the margins of the definition, tied by a Gaussian copula and, where there is one, the joint
 * table. Agent i is the same person for any range it is drawn in. Source of the method: Nelsen, "An introduction to copulas" (2006),
 * section 2.9.
 *
 * Each attribute takes one uniform u of the agent; those of the joint table take one together. Where the copula ties it to others, it
 * becomes the latent normal z = L·e, e being the normals of the uniforms. A category or a cell is where z (or u) falls between the cuts;
 * a number is the quantile at Φ(z) (or u).
 */
export function samplePopulation(
  population: CompiledPopulation,
  key: StreamKey,
  from: number,
  to: number,
): AttributeTable {
  const count = to - from;
  const numbers = latentNumbers(population, key, from, to);
  const columns = population.attributes.map((attribute) => attributeColumn(attribute, count));
  population.latents.forEach(({ mixture, decides }, index) => {
    const latent = numbers.subarray(index * count, (index + 1) * count);
    if ('cuts' in decides) {
      fillCategories(columns, decides, latent);
    } else {
      if (mixture) becomeUniform(latent);
      fillNumbers(columns[decides.position]!, decides.table, latent);
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

function becomeUniform(normals: Float64Array): void {
  for (let row = 0; row < normals.length; row++) normals[row] = normalCumulative(normals[row]!);
}

function fillNumbers({ values }: Column, table: QuantileTable, probabilities: Float64Array): void {
  for (let row = 0; row < probabilities.length; row++) values[row] = quantileAt(table, probabilities[row]!);
}
