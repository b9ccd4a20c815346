/** The palest and the strongest color, as a share of the full color. Text stays readable on both. */
const palest = 0.06;
const strongest = 0.45;

/**
 * Strength of the color of a cell. Values on both sides of zero have two colors, with the strength of their distance from zero.
 * Values on one side have one color, from the lowest to the highest value.
 */
export function heatOf(value: number, values: readonly number[]): { strength: number; isNegative: boolean } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (low < 0 && high > 0) {
    const share = Math.abs(value) / Math.max(-low, high);
    return { strength: palest + (strongest - palest) * share, isNegative: value < 0 };
  }
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return { strength: palest + (strongest - palest) * share, isNegative: high <= 0 && low < 0 };
}
