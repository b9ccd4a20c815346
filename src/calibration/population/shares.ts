/** Probabilities are written with this many steps between 0 and 1: six digits. */
export const STEPS = 1_000_000;

/**
 * Weights as probabilities of six digits that sum to 1 exactly, by largest remainders: each is rounded down, and the steps left over go to
 * those that lost most (the first of equals). Source: Balinski and Young, "Fair representation" (2001), Hamilton's method.
 *
 * @param weights not negative, at least one above 0
 */
export function sharesOf(weights: ArrayLike<number>): number[] {
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const exact = Array.from(weights, (weight) => (weight / total) * STEPS);
  const steps = exact.map(Math.floor);
  const left = STEPS - steps.reduce((sum, step) => sum + step, 0);
  const byLoss = exact.map((_, k) => k).sort((a, b) => exact[b]! - steps[b]! - (exact[a]! - steps[a]!) || a - b);
  for (const k of byLoss.slice(0, left)) steps[k]! += 1;
  return steps.map((step) => step / STEPS);
}
