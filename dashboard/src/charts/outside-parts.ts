export type Range = readonly [number, number];

/** The parts of an axis that the data do not support. Empty for an axis without numbers. */
export function outsideParts(
  positions: readonly (number | string)[],
  supported: Range | undefined,
): { from: number; to: number }[] {
  const numbers = positions.filter((x) => typeof x === 'number');
  if (!supported || numbers.length === 0) return [];
  const [low, high] = supported;
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return [
    { from: first, to: Math.min(low, last) },
    { from: Math.max(high, first), to: last },
  ].filter(({ from, to }) => from < to);
}
