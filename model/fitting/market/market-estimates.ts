import type { Evidence } from '../../definition.js';
import { type AdoptionFit, type AdoptionPrior, bassCurve, fitBass } from '../bass.js';
import { digits8 } from '../evidence/round.js';
import type { MarketCoefficients, Technology } from './read-technologies.js';

/**
 * Median and standard deviation of a sample of markets: 1.4826 times the median absolute deviation, which is robust to outliers. Source: Hampel, "The influence curve and its role in robust estimation",
 * JASA 69 (1974).
 */
export function robustLocation(values: readonly number[]) {
  const center = median(values);
  return { median: center, deviation: 1.4826 * median(values.map((value) => Math.abs(value - center))) };
}

/** Median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Standard deviation of early readings around the curve, in percentage points. */
const noisePercentagePoints = 2;
/** Keeps the logit finite for a market potential of 100%. */
const potentialMargin = 1e-9;

/** Prior distribution of a market with few readings, from the fits of other markets. */
export function priorOf(others: readonly AdoptionFit[]): AdoptionPrior {
  const locations = robustLocations(others, (m) => Math.log(m / (100 - m + potentialMargin)));
  return {
    means: locations.map(({ median }) => median),
    deviations: locations.map(({ deviation }) => deviation),
    noise: noisePercentagePoints,
  };
}

/** Locations of log p, log q and a function of m. */
function robustLocations(fits: readonly AdoptionFit[], potential: (m: number) => number) {
  return [
    robustLocation(fits.map(({ p }) => Math.log(p))),
    robustLocation(fits.map(({ q }) => Math.log(q))),
    robustLocation(fits.map(({ m }) => potential(m))),
  ];
}

/**
 * Prediction of a market from its early readings and all readings of the other markets. `line` is a straight line
 * through the early readings, as a baseline.
 */
export interface Forecast {
  readonly technology: Technology;
  readonly fit: AdoptionFit;
  /** Percent at the years of the later readings. */
  readonly predicted: Float64Array;
  readonly line: Float64Array;
}

/**
 * Predicts the later readings of market `k`.
 *
 * @param full fits of all markets to all their readings, by position
 */
export function forecastOf(technologies: readonly Technology[], full: readonly AdoptionFit[], k: number): Forecast {
  const technology = technologies[k]!;
  const { early, later, first } = technology;
  const fit = fitBass(early, priorOf(full.filter((_, other) => other !== k)));
  const years = Array.from(later.years);
  const curve = bassCurve(fit.p, fit.q, fit.m, first, Math.max(0, ...years));
  return {
    technology,
    fit,
    predicted: Float64Array.from(years, (year) => curve[year]!),
    line: lineThrough(early.years, early.percent, years),
  };
}

/** Least squares line through the early readings, at most 100. */
function lineThrough(x: ArrayLike<number>, y: ArrayLike<number>, at: readonly number[]): Float64Array {
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  const [centerX, centerY] = [mean(x), mean(y)];
  let [squares, products] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    squares += (x[k]! - centerX) ** 2;
    products += (x[k]! - centerX) * (y[k]! - centerY);
  }
  const slope = products / squares;
  return Float64Array.from(at, (value) => Math.min(100, centerY + slope * (value - centerX)));
}

/** Mean absolute error, in the unit of the values. */
export function meanAbsoluteError(predicted: ArrayLike<number>, observed: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < predicted.length; k++) sum += Math.abs(predicted[k]! - observed[k]!);
  return sum / predicted.length;
}

/** Estimates of one market, independent of other markets. */
export interface MarketEstimates {
  /** Coefficients: log p, log q, and m as a share. */
  readonly ids: readonly string[];
  readonly values: readonly number[];
  /** ids × ids, row-major order; 0 for parameters at a bound. */
  readonly covariance: readonly number[];
}

const percentScale = 100;

function idsOf({ log_innovation, log_imitation, potential }: MarketCoefficients): string[] {
  return [log_innovation, log_imitation, potential];
}

/** Estimates of a market from its Bass curve. */
export function marketEstimatesOf(
  coefficients: MarketCoefficients,
  { p, q, m, covariance }: AdoptionFit,
): MarketEstimates {
  const scale = [1, 1, 1 / percentScale];
  return {
    ids: idsOf(coefficients),
    values: [Math.log(p), Math.log(q), m / percentScale],
    covariance: Array.from(covariance, (value, k) => value * scale[Math.floor(k / 3)]! * scale[k % 3]!),
  };
}

/**
 * Estimates of a market without readings: the median of the other markets, with the variation between markets as
 * uncertainty.
 */
export function pooledEstimates(coefficients: MarketCoefficients, fits: readonly AdoptionFit[]): MarketEstimates {
  const locations = robustLocations(fits, (m) => m / percentScale);
  return {
    ids: idsOf(coefficients),
    values: locations.map(({ median }) => median),
    covariance: locations.flatMap((row, i) => locations.map((_, k) => (i === k ? row.deviation ** 2 : 0))),
  };
}

/** Standard errors of all estimates, and the covariance of those that are not at a bound. */
export function uncertaintyOf(groups: readonly MarketEstimates[]): Pick<Evidence, 'estimates' | 'covariance'> {
  const errorOf = ({ covariance, ids }: MarketEstimates, k: number) => Math.sqrt(covariance[k * ids.length + k]!);
  const free = groups.flatMap((group, g) =>
    group.ids.flatMap((id, k) => (errorOf(group, k) > 0 ? [{ id, group, g, k }] : [])),
  );
  return {
    estimates: groups.flatMap((group) =>
      group.ids.map((coefficient, k) => ({
        coefficient,
        estimate: digits8(group.values[k]!),
        standard_error: digits8(errorOf(group, k)),
      })),
    ),
    covariance: {
      method:
        'separately for each market: inverse of the second derivatives of the sum of squares; for markets estimated from the others: variation between markets',
      coefficients: free.map(({ id }) => id),
      matrix: free.map((row) =>
        free.map((column) =>
          row.g === column.g ? digits8(row.group.covariance[row.k * row.group.ids.length + column.k]!) : 0,
        ),
      ),
    },
  };
}
