import { climbByBfgs } from './bounded-bfgs.js';
import { inverseOfFree } from './covariance.js';
import { CalibrationError } from './calibration-error.js';
import { informationByDifferences } from './numbers/differences.js';
import { type Climb, type ClimbStep, type Objective } from './objective.js';

/** Share of a market that has adopted, as it was read. */
export interface AdoptionReadings {
  /** Whole years since the first reading, which is at 0; rising. */
  readonly years: ArrayLike<number>;
  /** Percent, one for each year. */
  readonly percent: ArrayLike<number>;
}

/** What is known before the readings: normal beliefs of log p, log q and logit(m / 100), and the readings' noise in percentage points. */
export interface AdoptionPrior {
  readonly means: readonly [number, number, number];
  readonly deviations: readonly [number, number, number];
  readonly noise: number;
}

export interface AdoptionFit {
  /** Innovation, a year. */
  readonly p: number;
  /** Imitation, a year. */
  readonly q: number;
  /** Market potential, percent. */
  readonly m: number;
  /** Of log p, log q and m; NaN for one that sits on a bound. */
  readonly standardErrors: readonly [number, number, number];
  /** Of log p, log q and m: 3 × 3, 0 for what sits on a bound. */
  readonly covariance: Float64Array;
  readonly sumOfSquares: number;
  /** Root of the mean square over all readings, the first included. */
  readonly rootMeanSquare: number;
  readonly readings: number;
  readonly path: readonly ClimbStep[];
}

const STEPS_A_YEAR = 10;
/** A market is at least nearly as large as what was seen of it, and no larger than everybody. */
const LEAST_POTENTIAL = 0.98;
const EVERYBODY = 100;
/** Below this nobody adopts unasked, and the curve no longer depends on it. */
const LEAST_P = 1e-10;
const STARTS = [
  [0.03, 0.1],
  [0.03, 0.4],
  [0.003, 0.2],
  [0.003, 0.6],
  [0.0001, 0.1],
  [0.0001, 0.4],
] as const;

/**
 * The Bass curve dA/dt = (p + q·A/m)·(m - A) from the first reading on, in 10 forward steps a year: percent in the years 0 to `years`.
 * Source: Bass, "A new product growth for model consumer durables", Management Science 15 (1969).
 */
export function bassCurve(p: number, q: number, m: number, first: number, years: number): Float64Array {
  const curve = new Float64Array(years + 1);
  let now = (curve[0] = first);
  for (let year = 1; year <= years; year++) {
    for (let k = 0; k < STEPS_A_YEAR; k++) now += ((p + (q * now) / m) * (m - now)) / STEPS_A_YEAR;
    curve[year] = now;
  }
  return curve;
}

/**
 * The Bass curve nearest to the readings: least squares over log p, log q and m, between 98 % of the highest reading and 100; with a
 * prior, the top of the posterior. Standard errors from the whole second derivatives, with n - 3 degrees of freedom (with a prior,
 * from those of the posterior). From several starts, the best. Source: Srinivasan and Mason, "Nonlinear least squares estimation of
 * new product diffusion models", Marketing Science 5 (1986).
 *
 * @throws CalibrationError `calibration_too_few` with fewer than 4 readings, `calibration_not_converged`
 */
export function fitBass(readings: AdoptionReadings, prior?: AdoptionPrior): AdoptionFit {
  const n = readings.years.length;
  if (n < 4)
    throw new CalibrationError('calibration_too_few', `${n} readings for 3 parameters`, {
      observations: n,
      parameters: 3,
    });
  const least = LEAST_POTENTIAL * Math.max(...Array.from(readings.percent));
  const most = prior ? EVERYBODY - 1e-6 : EVERYBODY;
  const objective = squares(readings, prior);
  const bounds = {
    lower: Float64Array.of(Math.log(LEAST_P), Math.log(1e-4), least),
    upper: Float64Array.of(0, Math.log(5), most),
  };
  const starts = STARTS.map(([p, q]) => Float64Array.of(Math.log(p), Math.log(q), (least + most) / 2));
  if (prior) starts.push(Float64Array.of(prior.means[0], prior.means[1], EVERYBODY / (1 + Math.exp(-prior.means[2]))));
  const { parameters, path } = starts
    .map((start) => climbByBfgs(objective, start, { gain: 1e-12, iterations: 1000 }, bounds))
    .reduce((best: Climb, climb) => (climb.logLikelihood > best.logLikelihood ? climb : best));

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

/** Minus half the sum of squares, in units of the noise, and minus half the squared distance to the prior. */
function squares({ years, percent }: AdoptionReadings, prior?: AdoptionPrior): Objective {
  const precision = prior ? 1 / (prior.noise * prior.noise) : 1;

  function slope(parameters: Float64Array, gradient: Float64Array): number {
    const p = Math.exp(parameters[0]!);
    const q = Math.exp(parameters[1]!);
    const m = parameters[2]!;
    let now = percent[0]!;
    let [byP, byQ, byM, sum, year] = [0, 0, 0, 0, 0];
    gradient.fill(0);
    for (let k = 0; k < years.length; k++) {
      for (; year < years[k]!; year++) {
        for (let step = 0; step < STEPS_A_YEAR; step++) {
          const rate = p + (q * now) / m;
          const room = m - now;
          const byNow = (q / m) * room - rate;
          byP += (byNow * byP + p * room) / STEPS_A_YEAR;
          byQ += (byNow * byQ + ((q * now) / m) * room) / STEPS_A_YEAR;
          byM += (byNow * byM + rate - ((q * now) / (m * m)) * room) / STEPS_A_YEAR;
          now += (rate * room) / STEPS_A_YEAR;
        }
      }
      const miss = now - percent[k]!;
      sum -= (miss * miss * precision) / 2;
      gradient[0]! -= miss * byP * precision;
      gradient[1]! -= miss * byQ * precision;
      gradient[2]! -= miss * byM * precision;
    }
    if (!prior) return sum;
    const at = [parameters[0]!, parameters[1]!, Math.log(m / (EVERYBODY - m))];
    const chain = [1, 1, EVERYBODY / (m * (EVERYBODY - m))];
    return at.reduce((total, value, k) => {
      const distance = (value - prior.means[k]!) / prior.deviations[k]!;
      gradient[k]! -= (distance / prior.deviations[k]!) * chain[k]!;
      return total - (distance * distance) / 2;
    }, sum);
  }

  const unused = new Float64Array(3);
  return { size: 3, value: (parameters) => slope(parameters, unused), slope };
}
