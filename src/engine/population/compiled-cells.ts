import type { CategoryAttribute, JointTable } from '../definition/population.schema.js';
import { normalQuantile } from '../math/normal.js';

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
export function categoryCells(attribute: CategoryAttribute, position: number, isNormal: boolean): CompiledCells {
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
export function jointCells(joint: JointTable, positions: readonly number[], isNormal: boolean): CompiledCells {
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
