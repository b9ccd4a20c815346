/** Number of steps between 0 and 1 in which probabilities are written: six digits. */
export const probabilitySteps = 1_000_000;

/**
 * Weights as probabilities with six digits that sum to exactly 1, by the largest remainder method: each is rounded
 * down, and the remaining steps go to the largest remainders (the first of equal ones).
 * Source: Balinski and Young, "Fair representation" (2001), Hamilton's method.
 *
 * @param weights not negative, at least one above 0
 */
export function roundedShares(weights: ArrayLike<number>): number[] {
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const exact = Array.from(weights, (weight) => (weight / total) * probabilitySteps);
  const steps = exact.map(Math.floor);
  const left = probabilitySteps - steps.reduce((sum, step) => sum + step, 0);
  const byLoss = exact.map((_, k) => k).sort((a, b) => exact[b]! - steps[b]! - (exact[a]! - steps[a]!) || a - b);
  for (const k of byLoss.slice(0, left)) steps[k]! += 1;
  return steps.map((step) => step / probabilitySteps);
}
