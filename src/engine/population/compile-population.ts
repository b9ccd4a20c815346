import { type Attribute, hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import { DefinitionError } from '../engine-error.js';
import { cholesky } from '../math/cholesky.js';
import { compilePeople, type CompiledPeople } from './compiled-people.js';
import { categoryCells, type CompiledCells, jointCells } from './compiled-cells.js';
import { compileRestriction, type CompiledRestriction } from './restricted-population.js';
import { quantileTable, type QuantileTable } from './quantile-function.js';

/** Latent number of an agent. It determines a cell (categories of one or more attributes) or the value of a numeric attribute. */
export interface CompiledLatent {
  /**
   * Weighted sum of independent normal numbers of the agent that gives the latent number: positions of the numbers and their weights.
   * Undefined if the latent number is uncorrelated with all others; it then stays uniform.
   */
  readonly mixture: { readonly sources: readonly number[]; readonly weights: readonly number[] } | undefined;
  readonly target: CompiledCells | { readonly position: number; readonly table: QuantileTable };
}

export interface CompiledPopulation {
  readonly attributes: readonly Attribute[];
  /** Empty if the agents are rows of people. */
  readonly latents: readonly CompiledLatent[];
  readonly people?: CompiledPeople | undefined;
  /** Segment that all agents belong to. Undefined for the whole population, and for rows, which are all in the segment. */
  readonly restriction?: CompiledRestriction | undefined;
}

/**
 * Compiles a population for sampling.
 *
 * @throws DefinitionError if the correlation matrix is not positive definite
 */
export function compilePopulation(population: PopulationDefinition): CompiledPopulation {
  const { attributes, joint, people, restriction } = population;
  if (people) return { attributes, latents: [], people: compilePeople(people, attributes) };
  const mixtures = mixturesOf(population.correlation);
  const latents: CompiledLatent[] = [];
  if (joint) {
    const positions = joint.attributes.map((id) => attributes.findIndex((attribute) => attribute.id === id));
    latents.push({ mixture: mixtures[0], target: jointCells(joint, positions, mixtures[0] !== undefined) });
  }
  attributes.forEach((attribute, position) => {
    if (joint?.attributes.includes(attribute.id)) return;
    const mixture = mixtures[latents.length];
    const target = hasCategories(attribute)
      ? categoryCells(attribute, position, mixture !== undefined)
      : { position, table: quantileTable(attribute) };
    latents.push({ mixture, target });
  });
  return { attributes, latents, restriction: restriction && compileRestriction(restriction.conditions, attributes) };
}

/** Rows of the Cholesky factor without their zeros. Undefined for a row without correlations. */
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
