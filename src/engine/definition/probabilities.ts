/** How far probabilities may be from adding up to 1: margins are often written with a few digits. */
export const SUM_TOLERANCE = 1e-6;

export function sumOf(probabilities: readonly number[]): number {
  return probabilities.reduce((total, probability) => total + probability, 0);
}
