import type { NumericAttribute } from '../../definition.js';
import type { Distribution } from './ranks.js';
import { probabilitySteps } from './fit-joint.js';

/**
 * With at most this many values, each value keeps its exact share. With more values, points are removed within the
 * tolerances below.
 */
const maxExactValues = 100;
/** Maximum difference of the distribution functions, in probability. */
const kolmogorovTolerance = 0.003;
/**
 * Maximum area between the quantile functions along one line of the table, in standard deviations. It preserves the
 * mean and the tails.
 */
const relativeAreaTolerance = 0.001;
/** Significant digits of values that are not integers. */
const valueDigits = 6;

/**
 * Corner of the empirical quantile function, which is a step function: each value has one where its share starts and
 * one where it ends.
 */
interface Corner {
  readonly probability: number;
  readonly value: number;
}

/**
 * Quantile table with few points that has the distribution of the data. Many respondents at one value become a flat
 * section, and a gap becomes a jump.
 *
 * The table connects corners of the empirical quantile function. Each straight line is as long as the tolerances allow,
 * which gives nearly the fewest points.
 */
export function fitQuantiles(type: NumericAttribute['type'], data: Distribution): NumericAttribute['quantiles'] {
  const corners = cornersOf(data);
  const selected = data.values.length <= maxExactValues ? corners : longestLines(corners, data, type === 'integer');
  const points = roundedPoints(selected, type === 'integer');
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
  const areaTolerance = relativeAreaTolerance * deviationOf(data);
  const isLine = (from: number, to: number) =>
    to < corners.length && isClose(corners.slice(from, to + 1), halfStep, areaTolerance);
  const selected = [corners[0]!];
  let from = 0;
  while (from < corners.length - 1) {
    // Steps double while the line is close enough, then halve. This limits the number of checks per line.
    let to = from + 1;
    let step = 1;
    while (isLine(from, to + step)) {
      to += step;
      step *= 2;
    }
    for (; step >= 1; step /= 2) if (isLine(from, to + step)) to += step;
    selected.push(corners[to]!);
    from = to;
  }
  return selected;
}

/**
 * Whether the line from the first corner to the last is close enough to the step function in between.
 *
 * @param halfStep 0.5 for integers: the share of an integer is the share between its two halves
 */
function isClose(corners: readonly Corner[], halfStep: number, areaTolerance: number): boolean {
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const rise = last.value - first.value;
  const run = last.probability - first.probability;
  if (rise === 0 || run === 0) return true;
  const isOff = (value: number, probability: number) => {
    const share = Math.min(1, Math.max(0, (value - first.value) / rise));
    return Math.abs(first.probability + run * share - probability) > kolmogorovTolerance;
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
    probability: Math.round(probability * probabilitySteps) / probabilitySteps,
    value: isInteger ? value : Number(value.toPrecision(valueDigits)),
  }));
  // If rounding gives several points the same probability, the first and the last of them form the jump.
  const inner = points.filter(
    ({ probability }, k) => probability !== points[k - 1]?.probability || probability !== points[k + 1]?.probability,
  );
  // 0 and 1 occur once, because no value is beyond the outermost points.
  return inner.filter(
    ({ probability }, k) =>
      !(probability === 0 && inner[k + 1]?.probability === 0) &&
      !(probability === 1 && inner[k - 1]?.probability === 1),
  );
}
