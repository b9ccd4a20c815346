import type { z } from 'zod';
import type { IssueList } from '../definition/issue-list.js';
import { exp } from '../math/elementary.js';
import type { Situation } from '../population/situation.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../random/stream.js';
import type { indexShape, randomInterceptSchema } from './linear.schema.js';
import type { Link } from './formulas.js';

type RandomIntercept = z.infer<typeof randomInterceptSchema>;
interface InterceptDecision {
  readonly coefficients: z.infer<typeof indexShape.coefficients>;
  readonly terms: z.infer<typeof indexShape.terms>;
  readonly random_intercept?: RandomIntercept;
}

/** Coefficients of a decision that no term uses because of its random intercepts. */
export function spreadsOf({ random_intercept: intercept }: InterceptDecision): string[] {
  return intercept ? [intercept.spread] : [];
}

/** Position of the standard deviation of the random intercepts among the coefficients. */
export function spreadPosition({ coefficients, random_intercept: intercept }: InterceptDecision): number | undefined {
  return intercept && coefficients.findIndex(({ id }) => id === intercept.spread);
}

/** Checks the standard deviation. A shared check ensures that it is a coefficient. */
export function checkIntercept(
  list: IssueList,
  { coefficients, terms, random_intercept: intercept }: InterceptDecision,
) {
  const path = ['decision', 'random_intercept', 'spread'];
  if (terms.some(({ coefficient }) => coefficient === intercept?.spread))
    list.add(path, `"${intercept!.spread}" is the coefficient of a term`);
  if (coefficients.some(({ id, estimate }) => id === intercept?.spread && estimate < 0))
    list.add(path, 'a standard deviation must be at least 0');
}

/** P(predictor + error > threshold) as text, with the random intercept if there is one. Default threshold: 0. */
export function interceptFormula(
  { formula }: Link,
  predictor: string,
  intercept: RandomIntercept,
  threshold?: string,
): string {
  if (!intercept) return formula(predictor, threshold);
  const mean = formula(`(${predictor} + u)`, threshold);
  return `mean of ${mean}, where u is normal with mean 0 and standard deviation ${intercept.spread}`;
}

/** Distribution of the number that is added to a predictor, as far as probabilities of outcomes need it. */
export type ErrorDistribution = Pick<Link, 'above' | 'density'>;

/** Distribution of the sum of a random error and a random intercept. */
export interface SpreadDistribution extends ErrorDistribution {
  /** Derivative of `above` with respect to the standard deviation of the intercepts. */
  slope(x: number): number;
}

/** The standard normal density is below 1e-14 outside of this distance. */
const reach = 8;
/** Step of the trapezoidal sums. At this step, and at a half of 1 / spread for a spread above 1, the error is below 1e-8 for each link. */
const maxStep = 0.5;
/** Points on each side of 0: enough for a spread of 125. Above, the error grows with the spread, to at most 0.2%. */
const maxHalf = 2_000;

/** Points of a mean over a standard normal number: the sum over the points, each times its density, divided by `total`. */
export interface NormalPoints {
  readonly points: Float64Array;
  readonly densities: Float64Array;
  readonly total: number;
}

/**
 * Trapezoidal sum over a standard normal number.
 * Source: Trefethen and Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014).
 *
 * @param width distance over which the function changes
 */
export function normalPoints(width: number): NormalPoints {
  const half = Math.min(maxHalf, Math.ceil(reach / Math.min(maxStep, 0.5 * width)));
  const points = Float64Array.from({ length: 2 * half + 1 }, (_, k) => (reach * (k - half)) / half);
  const densities = points.map((z) => exp((-z * z) / 2));
  const total = densities.reduce((sum, density) => sum + density, 0);
  return { points, densities, total };
}

/**
 * Distribution of the sum of a random error and an intercept that is normal with mean 0.
 *
 * @param spread standard deviation of the intercepts
 */
export function withIntercept(link: Link, spread: number): SpreadDistribution {
  const { points, densities, total } = normalPoints(1 / Math.abs(spread));
  const mean = (at: (z: number) => number) => {
    let sum = 0;
    for (let k = 0; k < points.length; k++) sum += densities[k]! * at(points[k]!);
    return sum / total;
  };
  return {
    above: (x) => mean((z) => link.above(x - spread * z)),
    density: (x) => mean((z) => link.density(x - spread * z)),
    slope: (x) => mean((z) => z * link.density(x - spread * z)),
  };
}

/** Draws the standard normal number of each agent that its random intercept multiplies by the standard deviation. */
export function drawIntercepts({ key, from, to, replicate }: Situation): Float64Array {
  const numbers = new Float64Array(to - from);
  fillNumbers('uniform', key, streamPurposes.taste, 0, 1, from, to, numbers, replicate);
  convertToNormal(numbers);
  return numbers;
}
