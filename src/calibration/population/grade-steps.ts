import { type NumericAttribute } from '../../engine/definition/population.schema.js';
import { normalQuantile } from '../../engine/math/normal.js';

/**
 * A margin seen from its latent normal: the middle rank of the simulated value as a staircase, which rises by `rises[k]` at `cuts[k]`.
 */
export interface GradeSteps {
  readonly cuts: Float64Array;
  readonly rises: Float64Array;
  /** Standard deviation of the middle ranks. */
  readonly deviation: number;
}

/** What is continuous is cut into this many steps, and smaller cells are put together: that takes 1 / 64² from the variance of the ranks. */
const STEPS_OF_ALL = 64;

/** @param probabilities of the cells in their latent order */
export function gradeSteps(probabilities: readonly number[]): GradeSteps {
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

/** The probabilities of the values a quantile table gives, rising; of small ranges of values where each has but little. */
export function tableCells({ type, quantiles }: Pick<NumericAttribute, 'type' | 'quantiles'>): number[] {
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
    const steps = Math.ceil(width * STEPS_OF_ALL);
    if (width === 0) continue;
    if (low === high) add(low, width);
    else if (type === 'integer' && high - low <= steps) {
      // An integer takes what rounds to it: the first and the last half of what those between take.
      for (let value = low; value <= high; value++) {
        add(value, (value === low || value === high ? 0.5 : 1) * (width / (high - low)));
      }
    } else for (let step = 0; step < steps; step++) add(undefined, width / steps);
  }
  return coarsened(cells.map((cell) => cell.width));
}

function coarsened(widths: readonly number[]): number[] {
  const out: number[] = [];
  for (const width of widths) {
    const last = out.at(-1);
    if (last !== undefined && last + width <= 1 / STEPS_OF_ALL) out[out.length - 1] = last + width;
    else out.push(width);
  }
  return out;
}
