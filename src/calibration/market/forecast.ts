import { type AdoptionFit, type AdoptionPrior, bassCurve, fitBass } from '../bass.js';
import { type Technology } from './technologies.js';

/** From a sample of markets: what is usual, and how far markets are from it. */
export interface Usual {
  readonly middle: number;
  /** Standard deviation, by 1.4826 times the middle distance from the middle, which a few strange markets do not move. */
  readonly deviation: number;
}

/** Source: Hampel, "The influence curve and its role in robust estimation", JASA 69 (1974). */
export function usual(values: readonly number[]): Usual {
  const middle = median(values);
  return { middle, deviation: 1.4826 * median(values.map((value) => Math.abs(value - middle))) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Percentage points by which early readings miss the curve. */
const NOISE = 2;
/** So that the logit of a market of everybody is finite. */
const NEARLY_NOTHING = 1e-9;

/** What other markets let expect of one that has only begun. */
export function priorOf(others: readonly AdoptionFit[]): AdoptionPrior {
  const of = [
    usual(others.map(({ p }) => Math.log(p))),
    usual(others.map(({ q }) => Math.log(q))),
    usual(others.map(({ m }) => Math.log(m / (100 - m + NEARLY_NOTHING)))),
  ] as const;
  return {
    means: [of[0].middle, of[1].middle, of[2].middle],
    deviations: [of[0].deviation, of[1].deviation, of[2].deviation],
    noise: NOISE,
  };
}

/** What is foretold from the early readings of one market and the whole of the others, and from the early readings alone by a straight line. */
export interface Forecast {
  readonly technology: Technology;
  readonly fit: AdoptionFit;
  /** Percent at the years of the later readings. */
  readonly predicted: Float64Array;
  readonly line: Float64Array;
}

/** @param full fits of all markets, by position */
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

/** The straight line of least squares through the early readings, at most 100. */
function lineThrough(x: ArrayLike<number>, y: ArrayLike<number>, at: readonly number[]): Float64Array {
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
  const [centreX, centreY] = [mean(x), mean(y)];
  let [squares, products] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    squares += (x[k]! - centreX) ** 2;
    products += (x[k]! - centreX) * (y[k]! - centreY);
  }
  const slope = products / squares;
  return Float64Array.from(at, (value) => Math.min(100, centreY + slope * (value - centreX)));
}

/** Percentage points. */
export function meanAbsoluteError(predicted: ArrayLike<number>, observed: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < predicted.length; k++) sum += Math.abs(predicted[k]! - observed[k]!);
  return sum / predicted.length;
}
