import { pairDrawer, streamPurposes, fillUniforms } from '../../random/stream.js';
import type { StreamKey } from '../../random/stream-key.js';
import { quantileOfSorted } from '../../summary/moments.js';
import { coordinatesOf, type Evaluate, type Factor, type IndexResult } from './sensitivity.js';

/**
 * Primitive polynomials and initial direction numbers of the dimensions after the first: degree, inner coefficients as bits, and the numbers m.
 * Source: Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM Journal on Scientific Computing 30 (2008).
 */
export const directionNumbers: readonly (readonly [number, number, readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
];

/** Dimensions of the sequence. */
export const maxSobolDimensions = directionNumbers.length + 1;
const bits = 32;

/** Direction numbers of a dimension, scaled to 32 bits. */
function directionsOf(dimension: number): Uint32Array {
  const out = new Uint32Array(bits);
  if (dimension === 0) {
    for (let k = 0; k < bits; k++) out[k] = 2 ** (bits - 1 - k);
    return out;
  }
  const [degree, inner, initial] = directionNumbers[dimension - 1]!;
  for (let k = 0; k < bits; k++) {
    if (k < degree) {
      out[k] = initial[k]! * 2 ** (bits - 1 - k);
      continue;
    }
    let value = out[k - degree]! ^ (out[k - degree]! >>> degree);
    for (let j = 1; j < degree; j++) if ((inner >> (degree - 1 - j)) & 1) value ^= out[k - j]!;
    out[k] = value;
  }
  return out;
}

/**
 * Quasi-random points in the unit cube: the Sobol sequence with a random digital shift, so that means over the points are unbiased.
 * Dimensions beyond those of the sequence are independent random numbers.
 *
 * @param count number of points; a power of two keeps the balance of the sequence
 * @returns `[point * dimensions + dimension]`, in (0, 1)
 */
export function sobolPoints(dimensions: number, count: number, key: StreamKey): Float64Array {
  const out = new Float64Array(dimensions * count);
  const shifts = new Float64Array(dimensions);
  fillUniforms(key, streamPurposes.sensitivity, 0, 1, 0, dimensions, shifts);
  const sequence = Math.min(dimensions, maxSobolDimensions);
  for (let dimension = 0; dimension < sequence; dimension++) {
    const directions = directionsOf(dimension);
    const shift = Math.floor(shifts[dimension]! * 2 ** bits);
    let point = 0;
    for (let k = 0; k < count; k++) {
      out[k * dimensions + dimension] = (((point ^ shift) >>> 0) + 0.5) / 2 ** bits;
      // Gray code: the next point differs in the direction of the lowest zero bit of its number.
      point ^= directions[31 - Math.clz32(~k & (k + 1))]!;
    }
  }
  const random = new Float64Array(count);
  for (let dimension = sequence; dimension < dimensions; dimension++) {
    fillUniforms(key, streamPurposes.sensitivity, dimension, 1, 0, count, random);
    for (let k = 0; k < count; k++) out[k * dimensions + dimension] = random[k]!;
  }
  return out;
}

/** Share of the variance of one figure that a factor causes. */
interface SobolIndices {
  /** Expected reduction of the variance if the factor were known. */
  readonly first: IndexResult;
  /** Expected remaining variance if all other factors were known, as a share: the factor with all its interactions. */
  readonly total: IndexResult;
}

export interface VarianceAnalysis {
  readonly mean: number;
  readonly variance: number;
  /** By factor. Undefined if the figure does not vary. */
  readonly indices: readonly SobolIndices[] | undefined;
  /** Share of the variance that no factor causes alone. */
  readonly interactions: IndexResult | undefined;
}

const bootstrapSamples = 200;
/** Variance below this share of the squared mean is rounding. */
const relativeTolerance = 1e-20;

/**
 * Estimates Sobol indices: shares of the variance of each figure by factor. Two independent samples A and B of the factors, and for each
 * factor the sample A with the factor from B. First-order indices have the estimator of Saltelli, which is precise for small indices, and total
 * indices that of Jansen. The samples are quasi-random.
 * Sources: Saltelli et al., "Variance based sensitivity analysis of model output", Computer Physics Communications 181 (2010); Jansen,
 * "Analysis of variance designs for model output", Computer Physics Communications 117 (1999). Intervals: bootstrap over the rows of the
 * samples (Archer, Saltelli and Sobol, 1997), which is too wide for quasi-random samples rather than too narrow.
 *
 * @param samples rows of A and B, a power of two
 */
export function analyzeVariance(
  factors: readonly Factor[],
  samples: number,
  figures: number,
  evaluate: Evaluate,
  key: StreamKey,
): VarianceAnalysis[] {
  const { starts, total } = coordinatesOf(factors);
  const points = samplesOf(factors, samples, key);
  const point = new Float64Array(total);
  const valuesOf = (own: (coordinate: number, row: number) => number) => {
    const out = new Float64Array(samples * figures);
    for (let row = 0; row < samples; row++) {
      for (let coordinate = 0; coordinate < total; coordinate++) point[coordinate] = own(coordinate, row);
      const values = evaluate(point);
      for (let figure = 0; figure < figures; figure++) out[figure * samples + row] = values[figure]!;
    }
    return out;
  };
  const first = valuesOf((coordinate, row) => points.a(coordinate, row));
  const second = valuesOf((coordinate, row) => points.b(coordinate, row));
  const mixed = factors.map(({ coordinates }, k) => {
    const [from, to] = [starts[k]!, starts[k]! + coordinates];
    return valuesOf((at, row) => (at >= from && at < to ? points.b(at, row) : points.a(at, row)));
  });
  return Array.from({ length: figures }, (_, figure) => {
    const of = (values: Float64Array) => values.subarray(figure * samples, (figure + 1) * samples);
    return indicesOf(of(first), of(second), mixed.map(of), key);
  });
}

interface Samples {
  readonly a: (coordinate: number, row: number) => number;
  readonly b: (coordinate: number, row: number) => number;
}

/** The sequence has few dimensions, so that single factors come before groups, whose coordinates matter less one by one. */
function samplesOf(factors: readonly Factor[], samples: number, key: StreamKey): Samples {
  const { starts, total } = coordinatesOf(factors);
  const order = factors
    .flatMap(({ coordinates }, k) =>
      Array.from({ length: coordinates }, (_, at) => ({ coordinate: starts[k]! + at, isGroup: coordinates > 1 })),
    )
    .sort((left, right) => Number(left.isGroup) - Number(right.isGroup));
  const single = Math.min(order.filter(({ isGroup }) => !isGroup).length, maxSobolDimensions / 2);
  const column = new Int32Array(2 * total);
  order.forEach(({ coordinate }, position) => {
    // The best dimensions are the first ones: single factors of A, then of B, then the rest.
    const isEarly = position < single;
    column[coordinate] = isEarly ? position : single + position;
    column[total + coordinate] = isEarly ? single + position : total + position;
  });
  const points = sobolPoints(2 * total, samples, key);
  const read = (at: number, row: number) => points[row * 2 * total + column[at]!]!;
  return { a: (coordinate, row) => read(coordinate, row), b: (coordinate, row) => read(total + coordinate, row) };
}

function indicesOf(a: Float64Array, b: Float64Array, mixed: readonly Float64Array[], key: StreamKey): VarianceAnalysis {
  const count = a.length;
  const all = Int32Array.from(a.keys());
  const { mean, variance } = varianceOf(a, b, all);
  if (!(variance > relativeTolerance * mean * mean))
    return { mean, variance: 0, indices: undefined, interactions: undefined };
  const estimate = (rows: Int32Array) => {
    const own = varianceOf(a, b, rows);
    return mixed.map((values) => {
      let [product, square] = [0, 0];
      for (let at = 0; at < count; at++) {
        const row = rows[at]!;
        const change = values[row]! - a[row]!;
        // Centered, because the mean only adds noise.
        product += (b[row]! - own.mean) * change;
        square += change * change;
      }
      return own.variance > 0
        ? { first: product / (count * own.variance), total: square / (2 * count * own.variance) }
        : { first: 0, total: 0 };
    });
  };
  const estimates = estimate(all);
  const drawPair = pairDrawer(key, streamPurposes.sensitivity, 1);
  const resampled = Array.from({ length: bootstrapSamples }, (_, sample) =>
    estimate(Int32Array.from(a, (_, at) => Math.floor(drawPair(sample, 0, at)[0] * count))),
  );
  const sumOfFirst = (own: typeof estimates) => own.reduce((sum, { first }) => sum + first, 0);
  return {
    mean,
    variance,
    indices: estimates.map(({ first, total }, k) => ({
      first: indexOf(
        first,
        resampled.map((own) => own[k]!.first),
      ),
      total: indexOf(
        total,
        resampled.map((own) => own[k]!.total),
      ),
    })),
    interactions: indexOf(
      1 - sumOfFirst(estimates),
      resampled.map((own) => 1 - sumOfFirst(own)),
    ),
  };
}

function varianceOf(a: Float64Array, b: Float64Array, rows: Int32Array): { mean: number; variance: number } {
  let sum = 0;
  for (const row of rows) sum += a[row]! + b[row]!;
  const mean = sum / (2 * rows.length);
  let squares = 0;
  for (const row of rows) squares += (a[row]! - mean) ** 2 + (b[row]! - mean) ** 2;
  return { mean, variance: squares / (2 * rows.length - 1) };
}

/** Percentile interval of the bootstrap. */
function indexOf(value: number, resampled: readonly number[]): IndexResult {
  const sorted = Float64Array.from(resampled).sort();
  const mean = sorted.reduce((sum, own) => sum + own, 0) / sorted.length;
  const squares = sorted.reduce((sum, own) => sum + (own - mean) ** 2, 0);
  return {
    value,
    interval: [Math.min(value, quantileOfSorted(sorted, 0.025)), Math.max(value, quantileOfSorted(sorted, 0.975))],
    standard_error: Math.sqrt(squares / (sorted.length - 1)),
  };
}
