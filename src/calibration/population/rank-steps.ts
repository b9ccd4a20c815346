import type { NumericAttribute } from '../../engine/definition.js';
import { normalQuantile } from '../../engine/math/normal.js';

/**
 * Mid-rank of a simulated value as a step function of its latent normal variable. It increases by `rises[k]` at
 * `cuts[k]`.
 */
export interface RankSteps {
  readonly cuts: Float64Array;
  readonly rises: Float64Array;
  /** Standard deviation of the mid-ranks. */
  readonly deviation: number;
}

/**
 * Continuous values are divided into this many steps, and smaller cells are merged. This reduces the variance of the
 * ranks by 1 / 64².
 */
const stepsPerUnit = 64;

/**
 * Step function of the mid-ranks of a margin.
 *
 * @param probabilities probabilities of the cells, in their latent order
 */
export function rankSteps(probabilities: readonly number[]): RankSteps {
  const widths = probabilities.filter((probability) => probability > 0);
  const cuts = new Float64Array(Math.max(0, widths.length - 1));
  const rises = new Float64Array(cuts.length);
  let below = 0;
  let variance = 0;
  widths.forEach((width, k) => {
    variance += width * (below + width / 2 - 0.5) ** 2;
    below += width;
    if (k < cuts.length) {
      cuts[k] = normalQuantile(Math.min(below, 1 - Number.EPSILON));
      rises[k] = (width + widths[k + 1]!) / 2;
    }
  });
  return { cuts, rises, deviation: Math.sqrt(variance) };
}

/**
 * Probabilities of the values of a quantile table, in ascending order of the values; small ranges of values form one
 * cell.
 */
export function quantileTableCells({ type, quantiles }: Pick<NumericAttribute, 'type' | 'quantiles'>): number[] {
  const { probabilities, values } = quantiles;
  const cells: { value: number | undefined; width: number }[] = [];
  const add = (value: number | undefined, width: number) => {
    const last = cells.at(-1);
    if (last && value !== undefined && last.value === value) last.width += width;
    else cells.push({ value, width });
  };
  for (let k = 1; k < probabilities.length; k++) {
    const width = probabilities[k]! - probabilities[k - 1]!;
    const [low, high] = [values[k - 1]!, values[k]!];
    const steps = Math.ceil(width * stepsPerUnit);
    if (width === 0) continue;
    if (low === high) add(low, width);
    else if (type === 'integer' && high - low <= steps) {
      // An integer covers the numbers that round to it, so the first and the last cover half as much as the others.
      for (let value = low; value <= high; value++) {
        add(value, (value === low || value === high ? 0.5 : 1) * (width / (high - low)));
      }
    } else for (let step = 0; step < steps; step++) add(undefined, width / steps);
  }
  return mergeSmallCells(cells.map((cell) => cell.width));
}

function mergeSmallCells(widths: readonly number[]): number[] {
  const out: number[] = [];
  for (const width of widths) {
    const last = out.at(-1);
    if (last !== undefined && last + width <= 1 / stepsPerUnit) out[out.length - 1] = last + width;
    else out.push(width);
  }
  return out;
}
