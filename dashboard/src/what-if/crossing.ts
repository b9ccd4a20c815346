export interface CurvePoint {
  at: number;
  value: number;
  interval: readonly [number, number] | null;
}

/** Where a line between the points reaches a target. Undefined if it does not. The first place, if there are several. */
function crossingOf(points: readonly { at: number; value: number }[], target: number): number | undefined {
  for (const [k, next] of points.entries()) {
    const last = points[k - 1];
    if (next.value === target) return next.at;
    if (!last || last.value < target === next.value < target) continue;
    return last.at + ((next.at - last.at) * (target - last.value)) / (next.value - last.value);
  }
  return undefined;
}

/** The value of the parameter at which a curve reaches a target, and where the ends of its interval reach it. */
export function valueAt(points: readonly CurvePoint[], target: number) {
  const endOf = (end: 0 | 1) =>
    crossingOf(
      points.flatMap(({ at, interval }) => (interval ? [{ at, value: interval[end] }] : [])),
      target,
    );
  const ends = [endOf(0), endOf(1)].filter((end) => end !== undefined).sort((a, b) => a - b);
  return {
    value: crossingOf(points, target),
    interval: ends.length === 2 ? ([ends[0]!, ends[1]!] as const) : undefined,
  };
}
