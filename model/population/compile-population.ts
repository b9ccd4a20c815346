import {
  type CategoryAttribute,
  type JointTable,
  type Attribute,
  hasCategories,
  type PopulationDefinition,
} from '../definition/population.schema.js';
import { normalQuantile } from '../math/normal.js';
import { DefinitionError } from '../engine-error.js';
import { cholesky } from '../math/linear-algebra.js';
import { compilePeople, type CompiledPeople } from './compiled-people.js';
import { compileRestriction, type CompiledRestriction } from './restricted-population.js';
import { quantileTable, type QuantileTable } from './quantile-function.js';

/**
 * Cells along a latent number of the agent: the categories of an attribute in their latent order, or the cells of the joint table.
 * Cell k covers the numbers in [cuts[k - 1], cuts[k]). The first cell has no lower cut, and the last has no upper cut.
 */
export interface CompiledCells {
  readonly cuts: Float64Array;
  /** Attributes that the cell determines: position in the definition, and code of the category in each cell. */
  readonly attributes: readonly { readonly position: number; readonly codes: Uint8Array }[];
}

/**
 * Cells of one attribute, one per category.
 *
 * @param isNormal whether the latent number is standard normal; otherwise it is uniform
 */
function categoryCells(attribute: CategoryAttribute, position: number, isNormal: boolean): CompiledCells {
  const { categories } = attribute;
  const order = attribute.latent_order ?? categories.map((category) => category.id);
  const codes = Uint8Array.from(order, (id) => categories.findIndex((category) => category.id === id));
  const probabilities = Array.from(codes, (code) => categories[code]!.probability);
  return { cuts: cutsOf(probabilities, isNormal), attributes: [{ position, codes }] };
}

/**
 * Cells of the joint table.
 *
 * @param positions positions of the attributes of the table in the definition
 */
function jointCells(joint: JointTable, positions: readonly number[], isNormal: boolean): CompiledCells {
  return {
    cuts: cutsOf(joint.probabilities, isNormal),
    attributes: positions.map((position, k) => ({
      position,
      codes: Uint8Array.from(joint.cells, (cell) => cell[k]!),
    })),
  };
}

function cutsOf(probabilities: readonly number[], isNormal: boolean): Float64Array {
  const cuts = new Float64Array(probabilities.length - 1);
  let cumulative = 0;
  for (let k = 0; k < cuts.length; k++) {
    cumulative += probabilities[k]!;
    cuts[k] = isNormal ? latentCut(cumulative) : cumulative;
  }
  return cuts;
}

function latentCut(cumulative: number): number {
  if (cumulative <= 0) return -Infinity;
  return cumulative >= 1 ? Infinity : normalQuantile(cumulative);
}

/** Maximum number of cuts for a linear search. Longer lists are first halved by binary search. */
const maxLinearCuts = 12;

/** Cell of a latent number: the number of cuts that do not exceed it. */
export function cellAt(cuts: Float64Array, latent: number): number {
  let from = 0;
  let to = cuts.length;
  while (to - from > maxLinearCuts) {
    const middle = (from + to) >>> 1;
    if (latent >= cuts[middle]!) from = middle + 1;
    else to = middle;
  }
  while (from < to && latent >= cuts[from]!) from++;
  return from;
}

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
