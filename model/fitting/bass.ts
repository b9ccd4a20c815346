import { maximizeByBfgs } from './bounded-bfgs.js';
import { inverseOfFree } from './covariance.js';
import { CalibrationError } from './calibration-error.js';
import { informationByDifferences, type OptimizerStep, type Objective } from './objective.js';

/** Adoption shares of one market, measured over the years. */
export interface AdoptionReadings {
  /** Whole years since the first reading, ascending; the first is 0. */
  readonly years: ArrayLike<number>;
  /** Adoption in percent, one value per year. */
  readonly percent: ArrayLike<number>;
}

/**
 * Prior distribution of a market: independent normal distributions of log p, log q and logit(m / 100), and the standard
 * deviation of the readings in percentage points.
 */
export interface AdoptionPrior {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly noise: number;
}

/** Estimates of a Bass curve. */
export interface AdoptionFit {
  /** Coefficient of innovation, per year. */
  readonly p: number;
  /** Coefficient of imitation, per year. */
  readonly q: number;
  /** Market potential, percent. */
  readonly m: number;
  /** Standard errors of log p, log q and m (percentage points). NaN for a parameter at a bound. */
  readonly standardErrors: readonly [number, number, number];
  /** Covariance of log p, log q and m, 3 × 3 in row-major order. Rows and columns of parameters at a bound are 0. */
  readonly covariance: Float64Array;
  /** Sum of squared residuals in squared percentage points; with a prior, minus twice the log posterior. */
  readonly sumOfSquares: number;
  /** Square root of the sum of squares divided by the number of readings, including the first reading. */
  readonly rootMeanSquare: number;
  /** Number of readings. */
  readonly readings: number;
  /** Iterations of the optimizer. */
  readonly path: readonly OptimizerStep[];
}

const stepsPerYear = 10;
/** The market potential is at least this ratio of the highest reading. */
const minPotentialRatio = 0.98;
/** Upper bound of the market potential, in percent. */
const maxPercent = 100;
/** Lower bound of p. The curve no longer depends on smaller values. */
const minInnovation = 1e-10;
const startingRates = [
  [0.03, 0.1],
  [0.03, 0.4],
  [0.003, 0.2],
  [0.003, 0.6],
  [0.0001, 0.1],
  [0.0001, 0.4],
] as const;

/**
 * The Bass curve dA/dt = (p + q·A/m)·(m - A), integrated with 10 Euler steps per year.
 * Source: Bass, "A new product growth for model consumer durables", Management Science 15 (1969).
 *
 * @param p coefficient of innovation, per year
 * @param q coefficient of imitation, per year
 * @param m market potential, percent
 * @param first adoption in year 0, percent
 * @param years last year
 * @returns adoption in percent for the years 0 to `years`
 */
export function bassCurve(p: number, q: number, m: number, first: number, years: number): Float64Array {
  const curve = new Float64Array(years + 1);
  let now = (curve[0] = first);
  for (let year = 1; year <= years; year++) {
    for (let k = 0; k < stepsPerYear; k++) now += ((p + (q * now) / m) * (m - now)) / stepsPerYear;
    curve[year] = now;
  }
  return curve;
}

/**
 * Fits the Bass curve to readings by least squares over log p, log q and m, with m between 98% of the highest reading
 * and 100. With a prior, the result is the posterior mode. The optimizer runs from several starting points, and the
 * best maximum counts.
 *
 * Standard errors use all second derivatives with n - 3 degrees of freedom; with a prior, the second derivatives of the
 * log posterior.
 * Source: Srinivasan and Mason, "Nonlinear least squares estimation of new product diffusion models", Marketing Science
 * 5 (1986).
 *
 * @throws CalibrationError `calibration_too_few` for fewer than 4 readings, `calibration_not_converged` if the
 *   optimizer does not converge
 */
export function fitBass(readings: AdoptionReadings, prior?: AdoptionPrior): AdoptionFit {
  const n = readings.years.length;
  if (n < 4)
    throw new CalibrationError(
      'calibration_too_few',
      `${n} readings are too few to estimate 3 parameters; at minPotential 4 are required`,
      { observations: n, parameters: 3 },
    );
  const minPotential = minPotentialRatio * Math.max(...Array.from(readings.percent));
  const maxPotential = prior ? maxPercent - 1e-6 : maxPercent;
  const objective = squares(readings, prior);
  const bounds = {
    lower: Float64Array.of(Math.log(minInnovation), Math.log(1e-4), minPotential),
    upper: Float64Array.of(0, Math.log(5), maxPotential),
  };
  const starts = startingRates.map(([p, q]) =>
    Float64Array.of(Math.log(p), Math.log(q), (minPotential + maxPotential) / 2),
  );
  if (prior)
    starts.push(Float64Array.of(prior.means[0]!, prior.means[1]!, maxPercent / (1 + Math.exp(-prior.means[2]!))));
  const { parameters, path } = starts
    .map((start) => maximizeByBfgs(objective, start, { gain: 1e-12, iterations: 1000 }, bounds))
    .reduce((best, found) => (found.logLikelihood > best.logLikelihood ? found : best));

  const free = [0, 1, 2].filter((k) => parameters[k]! > bounds.lower[k]! && parameters[k]! < bounds.upper[k]!);
  const sumOfSquares = squares(readings).value(parameters) * -2;
  const variance = prior ? 1 : sumOfSquares / (n - 3);
  const information = informationByDifferences(objective, parameters).map((value) => value / variance);
  const covariance = inverseOfFree(information, 3, free);
  const error = (k: number) => (free.includes(k) ? Math.sqrt(covariance[k * 3 + k]!) : NaN);
  return {
    p: Math.exp(parameters[0]!),
    q: Math.exp(parameters[1]!),
    m: parameters[2]!,
    standardErrors: [error(0), error(1), error(2)],
    covariance,
    sumOfSquares,
    rootMeanSquare: Math.sqrt(sumOfSquares / n),
    readings: n,
    path,
  };
}

/**
 * Objective: minus half the sum of squared residuals divided by the noise variance, minus half the squared distance to
 * the prior.
 */
function squares({ years, percent }: AdoptionReadings, prior?: AdoptionPrior): Objective {
  const precision = prior ? 1 / (prior.noise * prior.noise) : 1;

  function evaluateGradient(parameters: Float64Array, gradient: Float64Array): number {
    const p = Math.exp(parameters[0]!);
    const q = Math.exp(parameters[1]!);
    const m = parameters[2]!;
    let now = percent[0]!;
    let [byP, byQ, byM, sum, year] = [0, 0, 0, 0, 0];
    gradient.fill(0);
    for (let k = 0; k < years.length; k++) {
      for (; year < years[k]!; year++) {
        for (let step = 0; step < stepsPerYear; step++) {
          const rate = p + (q * now) / m;
          const room = m - now;
          const byNow = (q / m) * room - rate;
          byP += (byNow * byP + p * room) / stepsPerYear;
          byQ += (byNow * byQ + ((q * now) / m) * room) / stepsPerYear;
          byM += (byNow * byM + rate - ((q * now) / (m * m)) * room) / stepsPerYear;
          now += (rate * room) / stepsPerYear;
        }
      }
      const miss = now - percent[k]!;
      sum -= (miss * miss * precision) / 2;
      gradient[0]! -= miss * byP * precision;
      gradient[1]! -= miss * byQ * precision;
      gradient[2]! -= miss * byM * precision;
    }
    if (!prior) return sum;
    const at = [parameters[0]!, parameters[1]!, Math.log(m / (maxPercent - m))];
    const chain = [1, 1, maxPercent / (m * (maxPercent - m))];
    return at.reduce((total, value, k) => {
      const distance = (value - prior.means[k]!) / prior.deviations[k]!;
      gradient[k]! -= (distance / prior.deviations[k]!) * chain[k]!;
      return total - (distance * distance) / 2;
    }, sum);
  }

  const unused = new Float64Array(3);
  return { size: 3, value: (parameters) => evaluateGradient(parameters, unused), evaluateGradient };
}
