export interface CurvePoint {
  at: number;
  value: number;
  interval: readonly [number, number] | null;
}

/** All places where a line between the points reaches a target. */
function crossingsOf(points: readonly { at: number; value: number }[], target: number): number[] {
  return points.flatMap((next, k) => {
    const last = points[k - 1];
    if (next.value === target) return [next.at];
    if (!last || last.value === target || last.value < target === next.value < target) return [];
    return [last.at + ((next.at - last.at) * (target - last.value)) / (next.value - last.value)];
  });
}

/**
 * The values of the parameter at which a curve reaches a target: two if it rises and falls, as a revenue does. A single value has an interval,
 * between the places where the ends of the interval of the curve reach the target. Otherwise, `missing` states why it has none.
 */
export function valueAt(points: readonly CurvePoint[], target: number) {
  const values = crossingsOf(points, target);
  const endsOf = (end: 0 | 1) =>
    crossingsOf(
      points.flatMap(({ at, interval }) => (interval ? [{ at, value: interval[end] }] : [])),
      target,
    );
  const [lower, upper] = [endsOf(0), endsOf(1)];
  const ends = [...lower, ...upper].sort((a, b) => a - b);
  if (values.length === 1 && lower.length === 1 && upper.length === 1)
    return { values, interval: [ends[0]!, ends[1]!] as const };
  const isKnown = points.every(({ interval }) => interval !== null);
  return { values, missing: !isKnown ? 'unknown' : values.length > 1 ? 'several' : 'beyond' } as const;
}
