import { type Attribute, hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import { DefinitionError } from '../engine-error.js';
import { cholesky } from '../math/cholesky.js';
import { categoryCells, type CompiledCells, jointCells } from './compiled-cells.js';
import { quantileTable, type QuantileTable } from './quantile-function.js';

/** What one number of the agent decides: a cell (a category, or several at once), or the value of an attribute. */
export interface CompiledLatent {
  /**
   * How the number is made from the agent's independent normals: latent numbers and their weights. Nothing where the copula ties it to
   * no other; it stays uniform then.
   */
  readonly mixture: { readonly sources: readonly number[]; readonly weights: readonly number[] } | undefined;
  readonly decides: CompiledCells | { readonly position: number; readonly table: QuantileTable };
}

export interface CompiledPopulation {
  readonly attributes: readonly Attribute[];
  readonly latents: readonly CompiledLatent[];
}

/** @throws DefinitionError where the correlation matrix is not positive definite */
export function compilePopulation(population: PopulationDefinition): CompiledPopulation {
  const { attributes, joint } = population;
  const mixtures = mixturesOf(population.correlation);
  const latents: CompiledLatent[] = [];
  if (joint) {
    const positions = joint.attributes.map((id) => attributes.findIndex((attribute) => attribute.id === id));
    latents.push({ mixture: mixtures[0], decides: jointCells(joint, positions, mixtures[0] !== undefined) });
  }
  attributes.forEach((attribute, position) => {
    if (joint?.attributes.includes(attribute.id)) return;
    const mixture = mixtures[latents.length];
    const decides = hasCategories(attribute)
      ? categoryCells(attribute, position, mixture !== undefined)
      : { position, table: quantileTable(attribute) };
    latents.push({ mixture, decides });
  });
  return { attributes, latents };
}

/** The rows of the Cholesky factor without their zeros; nothing for who is tied to nobody. */
function mixturesOf(correlation: PopulationDefinition['correlation']): CompiledLatent['mixture'][] {
  if (!correlation) return [];
  const factor = cholesky(correlation);
  if (!factor) throw new DefinitionError([{ path: 'population.correlation', message: 'is not positive definite' }]);
  return correlation.map((row, index) => {
    if (row.every((value, other) => other === index || value === 0)) return undefined;
    const weightOf = (source: number) => factor[index * correlation.length + source]!;
    const sources = row.map((_, source) => source).filter((source) => source <= index && weightOf(source) !== 0);
    return { sources, weights: sources.map(weightOf) };
  });
}
