export interface Point {
  x: number;
  y: number;
}

/**
 * Fits a line that is robust to outliers, such as run times on a busy machine. Its slope is the median of the slopes between all pairs of
 * points (Theil, 1950; Sen, 1968). Slope and intercept are not negative. If all points have the same x, the line passes through the origin.
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
