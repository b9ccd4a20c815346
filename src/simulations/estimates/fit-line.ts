export interface Point {
  x: number;
  y: number;
}

/**
 * A line through points of which some lie far off, as the times of runs on a busy machine do: the median of the slopes between any two
 * (Theil, 1950; Sen, 1968), neither falling nor beginning below zero. Where all have the same x, through the origin.
 */
export function fitLine(points: readonly Point[]): { intercept: number; slope: number } {
  const slopes = points.flatMap((a, index) =>
    points
      .slice(index + 1)
      .filter((b) => b.x !== a.x)
      .map((b) => (b.y - a.y) / (b.x - a.x)),
  );
  if (slopes.length === 0) return { intercept: 0, slope: median(points.map(({ x, y }) => y / x)) };
  const slope = Math.max(0, median(slopes));
  return { slope, intercept: Math.max(0, median(points.map(({ x, y }) => y - slope * x))) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
