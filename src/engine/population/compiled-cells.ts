import { type CategoryAttribute, type JointTable } from '../definition/population.schema.js';
import { normalQuantile } from '../math/normal.js';

/**
 * Cells along one number of the agent: the categories of an attribute in their latent order, or the cells of the joint table.
 * Cell k is where the number lies in [cuts[k - 1], cuts[k]); the first has no lower cut and the last no upper one.
 */
export interface CompiledCells {
  readonly cuts: Float64Array;
  /** For each attribute the cell decides: its position in the definition, and the category it has in each cell. */
  readonly attributes: readonly { readonly position: number; readonly codes: Uint8Array }[];
}

/** @param isNormal whether the number is a standard normal one; otherwise it is uniform */
export function categoryCells(attribute: CategoryAttribute, position: number, isNormal: boolean): CompiledCells {
  const { categories } = attribute;
  const order = attribute.latent_order ?? categories.map((category) => category.id);
  const codes = Uint8Array.from(order, (id) => categories.findIndex((category) => category.id === id));
  const probabilities = Array.from(codes, (code) => categories[code]!.probability);
  return { cuts: cutsOf(probabilities, isNormal), attributes: [{ position, codes }] };
}

/** @param positions where in the definition the attributes of the table are */
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

/** More cuts than this are searched by halves. */
const FEW_CUTS = 12;

/** The cell in which a number lies: how many cuts are not above it. */
export function cellAt(cuts: Float64Array, latent: number): number {
  let from = 0;
  let to = cuts.length;
  while (to - from > FEW_CUTS) {
    const middle = (from + to) >>> 1;
    if (latent >= cuts[middle]!) from = middle + 1;
    else to = middle;
  }
  while (from < to && latent >= cuts[from]!) from++;
  return from;
}
