import { hasCategories } from '../definition/population.schema.js';
import { normalCumulative, normalQuantile } from '../rng/normal.js';
import { fillUniforms, PURPOSE } from '../rng/stream.js';
import { type StreamKey } from '../rng/stream-key.js';
import { categoryAt } from './category-thresholds.js';
import { type CompiledAttribute, type CompiledPopulation } from './compile-population.js';
import { attributeColumn, type People } from './people.js';
import { quantileOf } from './quantile-function.js';

/**
 * The people [from, to): attributes with the margins of the definition, tied by a Gaussian copula. Agent i is the same person for any
 * range it is drawn in. Source of the method: Nelsen, "An introduction to copulas" (2006), section 2.9.
 *
 * Each attribute takes one uniform of the agent, turned into a normal e; the latent normals are z = L·e; a category is where z falls
 * between the cuts, a number is the quantile at Φ(z).
 */
export function samplePopulation(population: CompiledPopulation, key: StreamKey, from: number, to: number): People {
  const count = to - from;
  const latent = latentNormals(population, key, from, to);
  const columns = population.attributes.map((attribute, position) =>
    attributeValues(attribute, latent.subarray(position * count, (position + 1) * count)),
  );
  return { count, columns };
}

/** Correlated standard normals, attribute by attribute: `[attribute * count + row]`. */
function latentNormals(population: CompiledPopulation, key: StreamKey, from: number, to: number): Float64Array {
  const count = to - from;
  const size = population.attributes.length;
  const normals = new Float64Array(size * count);
  fillUniforms(key, PURPOSE.population, 0, size, from, to, normals);
  for (let k = 0; k < normals.length; k++) normals[k] = normalQuantile(normals[k]!);
  const { factor } = population;
  if (!factor) return normals;

  const latent = new Float64Array(size * count);
  for (let attribute = 0; attribute < size; attribute++) {
    for (let source = 0; source <= attribute; source++) {
      const weight = factor[attribute * size + source]!;
      for (let row = 0; row < count; row++) {
        latent[attribute * count + row] = latent[attribute * count + row]! + weight * normals[source * count + row]!;
      }
    }
  }
  return latent;
}

function attributeValues(
  { definition, thresholds }: CompiledAttribute,
  latent: Float64Array,
): People['columns'][number] {
  const column = attributeColumn(definition, latent.length);
  const { values } = column;
  if (thresholds) {
    for (let row = 0; row < latent.length; row++) values[row] = categoryAt(thresholds, latent[row]!);
  } else if (!hasCategories(definition)) {
    for (let row = 0; row < latent.length; row++) values[row] = quantileOf(definition, normalCumulative(latent[row]!));
  }
  return column;
}
