/** Allowed difference between a sum of probabilities and 1: margins are often rounded to a few digits. */
export const sumTolerance = 1e-6;

export function sumOf(probabilities: readonly number[]): number {
  return probabilities.reduce((total, probability) => total + probability, 0);
}
