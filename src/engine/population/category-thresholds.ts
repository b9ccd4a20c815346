import { type CategoryAttribute } from '../definition/population.schema.js';
import { normalQuantile } from '../rng/normal.js';

/** Cuts of the latent normal, and the category (its position in the definition) below each cut; the last category has no cut. */
export interface CategoryThresholds {
  readonly cuts: Float64Array;
  readonly codes: Uint8Array;
}

/** Where the latent normal is cut so that every category gets its probability, in the attribute's latent order. */
export function categoryThresholds(attribute: CategoryAttribute): CategoryThresholds {
  const { categories } = attribute;
  const order = attribute.latent_order ?? categories.map((category) => category.id);
  const codes = Uint8Array.from(order, (id) => categories.findIndex((category) => category.id === id));
  const cuts = new Float64Array(codes.length - 1);
  let cumulative = 0;
  for (let k = 0; k < cuts.length; k++) {
    cumulative += categories[codes[k]!]!.probability;
    cuts[k] = latentCut(cumulative);
  }
  return { cuts, codes };
}

function latentCut(cumulative: number): number {
  if (cumulative <= 0) return -Infinity;
  return cumulative >= 1 ? Infinity : normalQuantile(cumulative);
}

/** The category of a latent normal number. */
export function categoryAt(thresholds: CategoryThresholds, latent: number): number {
  const { cuts, codes } = thresholds;
  let position = 0;
  while (position < cuts.length && latent >= cuts[position]!) position++;
  return codes[position]!;
}
