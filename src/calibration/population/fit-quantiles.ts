import { type NumericAttribute } from '../../engine/definition/population.schema.js';
import { type Distribution } from './ranks.js';
import { STEPS } from './shares.js';

/** Up to this many values each one keeps its share exactly; beyond, points are left out as far as the tolerances below allow. */
const EXACT_VALUES = 100;
/** Greatest distance of the distribution functions, in probability. */
const KOLMOGOROV_TOLERANCE = 0.003;
/** Greatest area between the quantile functions along one line of the table, in standard deviations: it keeps the mean and the tails. */
const AREA_TOLERANCE = 0.001;
/** Values that are no integers are written with so many digits. */
const VALUE_DIGITS = 6;

/** A corner of the data's quantile function, which is a staircase: each value has one where its share starts and one where it ends. */
interface Corner {
  readonly probability: number;
  readonly value: number;
}

/**
 * A quantile table of few points that has the distribution of the data. A heap of people at one value is a flat stretch, a gap is a jump.
 *
 * The table goes through corners of the data's own quantile function. From each it takes a straight line as long as the
 * tolerances allow, which gives nearly the fewest points.
 */
export function fitQuantiles(type: NumericAttribute['type'], data: Distribution): NumericAttribute['quantiles'] {
  const corners = cornersOf(data);
  const kept = data.values.length <= EXACT_VALUES ? corners : longestLines(corners, data, type === 'integer');
  const points = roundedPoints(kept, type === 'integer');
  return {
    probabilities: points.map(({ probability }) => probability),
    values: points.map(({ value }) => value),
  };
}

function cornersOf({ values, weights }: Distribution): Corner[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  return Array.from(values).flatMap((value, k) => {
    const start = below / total;
    below += weights[k]!;
    return [
      { probability: start, value },
      { probability: k === values.length - 1 ? 1 : below / total, value },
    ];
  });
}

function longestLines(corners: readonly Corner[], data: Distribution, isInteger: boolean): Corner[] {
  const halfStep = isInteger ? 0.5 : 0;
  const areaTolerance = AREA_TOLERANCE * deviationOf(data);
  const holds = (from: number, to: number) =>
    to < corners.length && isClose(corners.slice(from, to + 1), halfStep, areaTolerance);
  const kept = [corners[0]!];
  let from = 0;
  while (from < corners.length - 1) {
    // Steps that double as long as the line holds, then halve: each line is measured but a few times, however many corners it passes.
    let to = from + 1;
    let step = 1;
    while (holds(from, to + step)) {
      to += step;
      step *= 2;
    }
    for (; step >= 1; step /= 2) if (holds(from, to + step)) to += step;
    kept.push(corners[to]!);
    from = to;
  }
  return kept;
}

/**
 * Whether the line from the first corner to the last is close enough to the staircase in between.
 *
 * @param halfStep 0.5 where values are rounded: the share of an integer is then that between its two halves
 */
function isClose(corners: readonly Corner[], halfStep: number, areaTolerance: number): boolean {
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const rise = last.value - first.value;
  const run = last.probability - first.probability;
  if (rise === 0 || run === 0) return true;
  const isOff = (value: number, probability: number) => {
    const share = Math.min(1, Math.max(0, (value - first.value) / rise));
    return Math.abs(first.probability + run * share - probability) > KOLMOGOROV_TOLERANCE;
  };
  let area = 0;
  for (let k = 1; k < corners.length; k++) {
    const [start, end] = [corners[k - 1]!, corners[k]!];
    if (start.value !== end.value) continue;
    if (isOff(start.value - halfStep, start.probability) || isOff(end.value + halfStep, end.probability)) return false;
    const middle = (start.probability + end.probability) / 2;
    const onLine = first.value + (rise * (middle - first.probability)) / run;
    area += Math.abs(onLine - start.value) * (end.probability - start.probability);
  }
  return area <= areaTolerance;
}

function deviationOf({ values, weights }: Distribution): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = values.reduce((sum, value, k) => sum + value * weights[k]!, 0) / total;
  return Math.sqrt(values.reduce((sum, value, k) => sum + weights[k]! * (value - mean) ** 2, 0) / total);
}

function roundedPoints(corners: readonly Corner[], isInteger: boolean): Corner[] {
  const points = corners.map(({ probability, value }) => ({
    probability: Math.round(probability * STEPS) / STEPS,
    value: isInteger ? value : Number(value.toPrecision(VALUE_DIGITS)),
  }));
  // Where rounding brings several points to one probability, the first and the last of them are the jump.
  const inner = points.filter(
    ({ probability }, k) => probability !== points[k - 1]?.probability || probability !== points[k + 1]?.probability,
  );
  // 0 and 1 are given once: nobody is beyond the outermost of their points.
  return inner.filter(
    ({ probability }, k) =>
      !(probability === 0 && inner[k + 1]?.probability === 0) &&
      !(probability === 1 && inner[k - 1]?.probability === 1),
  );
}
