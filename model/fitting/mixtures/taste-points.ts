import type { TasteDistribution } from '../../families/conditional-logit/conditional-logit.schema.js';
import { standardNumber, standardShape } from '../../families/conditional-logit/tastes/compile-tastes.js';
import { normalCumulative, normalQuantile } from '../../math/normal.js';
import { type DrawKind, fillUniforms } from '../numbers/halton.js';
import { factorize } from '../numbers/symmetric-matrix.js';

/** How the likelihood of a respondent is averaged: by draws, or by quadrature with one taste. */
export const averagingKinds = ['quadrature', 'halton', 'mlhs'] as const;
export type AveragingKind = (typeof averagingKinds)[number];

/** Points over which the likelihood of a respondent is averaged. */
export interface Averaging {
  readonly kind: AveragingKind;
  /** Points of each respondent. */
  readonly count: number;
}

/** Points of one or more respondents. */
export interface PointSet {
  /** Standard numbers of the tastes: points × tastes. */
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** Logarithms of the weights of the points. */
  readonly logWeights: Float64Array;
}

/** Points of all respondents: (respondents × count) × tastes. They start at the distribution of all respondents. */
export interface TastePoints extends PointSet {
  readonly count: number;
  /**
   * Moves the points of a respondent to the tastes that are likely given its responses.
   *
   * @param sharesOf share of each point of a set in the likelihood of the respondent
   */
  move(respondent: number, sharesOf: (trial: PointSet) => Float64Array): void;
}

/** Distance of the first and last points of a quadrature from the center, in standard deviations. */
const reach = 7.5;
/** Part of the draws that follow the distribution of all respondents. The weight of a draw is then at most 5 times that of equal weights. */
const defensiveShare = 0.2;
/** Maximum number of trials that find the center of a respondent. */
const maxTrials = 10;
/** The center is found if a trial moves it and changes its spread by less than this part of the spread. */
const smallMove = 0.05;

/** Writes normal numbers of points around a center, and the logarithms of their weights. */
type Placement = (
  stream: number,
  center: Center,
  normals: Float64Array,
  logWeights: Float64Array,
  first: number,
) => void;

/** Mean and Cholesky factor of the covariance of normal numbers. */
interface Center {
  readonly mean: Float64Array;
  /** tastes × tastes, row-major order. */
  readonly lower: Float64Array;
}

/**
 * Points for random tastes, in normal numbers v: the standard number of a taste with another distribution is a function of v. The points of a
 * respondent follow the mean and the covariance of v given its responses.
 *
 * With a single taste, they are a trapezoidal rule, which converges exponentially for smooth functions. With draws, they are a sample of a
 * mixture: most follow a normal distribution around the center, and the others the distribution of all respondents, which bounds the weights.
 * Other draws than those of the likelihood find the center, because the likelihood would be biased with centers that depend on its draws.
 * Sources: Trefethen and Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014); Naylor and Smith, "Applications of
 * a method for the efficient computation of posterior distributions", Applied Statistics 31 (1982); Owen and Zhou, "Safe and effective
 * importance sampling", Journal of the American Statistical Association 95 (2000).
 *
 * @throws RangeError for quadrature with several tastes, or for more than 16 tastes
 */
export function tastePoints(
  { kind, count }: Averaging,
  respondents: number,
  distributions: readonly TasteDistribution[],
): TastePoints {
  const shapes = distributions.map(standardShape);
  const width = shapes.length;
  if (kind === 'quadrature' && width > 1) throw new RangeError('quadrature needs a single random taste');
  const place = kind === 'quadrature' ? trapezoidal(count) : sampled(kind, count, width);
  const normals = new Float64Array(count * width);
  const own = pointSet(respondents * count, width);
  const trial = pointSet(count, width);
  const centers = Array.from({ length: respondents }, () => standardCenter(width));

  function write(set: PointSet, respondent: number, stream: number, center: Center): void {
    const first = respondent * count;
    place(stream, center, normals, set.logWeights, first);
    for (let point = first; point < first + count; point++) set.weights[point] = Math.exp(set.logWeights[point]!);
    for (let k = 0; k < normals.length; k++) {
      const shape = shapes[k % width]!;
      set.values[first * width + k] =
        shape === 'normal' ? normals[k]! : standardNumber(shape, normalCumulative(normals[k]!));
    }
  }

  centers.forEach((center, respondent) => write(own, respondent, respondent, center));
  return {
    ...own,
    count,
    move(respondent, sharesOf) {
      let center = centers[respondent]!;
      for (let k = 0, moved = Infinity; k < maxTrials && moved > smallMove; k++) {
        const before = center;
        write(trial, 0, respondents + respondent, before);
        center = momentsOf(normals, sharesOf(trial), before);
        moved = distanceOf(center, before);
      }
      centers[respondent] = center;
      write(own, respondent, respondent, center);
    },
  };
}

function pointSet(points: number, width: number): PointSet {
  return {
    values: new Float64Array(points * width),
    weights: new Float64Array(points),
    logWeights: new Float64Array(points),
  };
}

function standardCenter(width: number): Center {
  const lower = new Float64Array(width * width);
  for (let k = 0; k < width; k++) lower[k * width + k] = 1;
  return { mean: new Float64Array(width), lower };
}

/** Greatest move of a mean, or change of a spread, relative to the spread before. */
function distanceOf({ mean, lower }: Center, before: Center): number {
  const width = mean.length;
  let greatest = 0;
  for (let k = 0; k < width; k++) {
    const spread = before.lower[k * width + k]!;
    const moved = Math.abs(mean[k]! - before.mean[k]!);
    const changed = Math.abs(lower[k * width + k]! - spread);
    greatest = Math.max(greatest, moved / spread, changed / spread);
  }
  return greatest;
}

/** Evenly spaced points. The weights contain the normal density of v. */
function trapezoidal(count: number): Placement {
  return (_stream, { mean, lower }, normals, logWeights, first) => {
    const distance = (2 * reach * lower[0]!) / (count - 1);
    const start = mean[0]! - reach * lower[0]!;
    const logDistance = Math.log(distance / Math.sqrt(2 * Math.PI));
    for (let k = 0; k < count; k++) {
      const v = start + k * distance;
      normals[k] = v;
      logWeights[first + k] = logDistance - (v * v) / 2;
    }
  };
}

/** Draws with the weights of importance sampling: the normal density of v divided by that of the mixture. */
function sampled(kind: DrawKind, count: number, width: number): Placement {
  const defensive = Math.ceil(defensiveShare * count);
  const share = defensive / count;
  const w = new Float64Array(width);
  return (stream, { mean, lower }, normals, logWeights, first) => {
    fillUniforms(kind, stream, count, width, normals);
    let logVolume = 0;
    for (let k = 0; k < width; k++) logVolume += Math.log(lower[k * width + k]!);
    for (let draw = 0; draw < count; draw++) {
      const at = draw * width;
      for (let k = 0; k < width; k++) w[k] = normals[at + k] = normalQuantile(normals[at + k]!);
      let change = -logVolume;
      for (let k = 0; k < width; k++) {
        let sum = draw < defensive ? w[k]! - mean[k]! : mean[k]!;
        // Defensive draws: w becomes the number whose place in the mixture is v.
        if (draw < defensive) {
          for (let j = 0; j < k; j++) sum -= lower[k * width + j]! * w[j]!;
          w[k] = sum / lower[k * width + k]!;
        } else {
          for (let j = 0; j <= k; j++) sum += lower[k * width + j]! * w[j]!;
          normals[at + k] = sum;
        }
        change += (normals[at + k]! ** 2 - w[k]! ** 2) / 2;
      }
      logWeights[first + draw] = -Math.log(count * (share + (1 - share) * Math.exp(change)));
    }
  };
}

/**
 * Mean and covariance of normal numbers with the given shares. Few points with large shares underestimate the covariance, so it is averaged
 * with the one before.
 */
function momentsOf(normals: Float64Array, shares: Float64Array, before: Center): Center {
  const width = before.mean.length;
  const mean = new Float64Array(width);
  let squares = 0;
  for (let point = 0; point < shares.length; point++) {
    const share = shares[point]!;
    squares += share * share;
    for (let k = 0; k < width; k++) mean[k]! += share * normals[point * width + k]!;
  }
  const covariance = new Float64Array(width * width);
  for (let point = 0; point < shares.length; point++) {
    for (let k = 0; k < width; k++) {
      const deviation = shares[point]! * (normals[point * width + k]! - mean[k]!);
      for (let j = 0; j <= k; j++) covariance[k * width + j]! += deviation * (normals[point * width + j]! - mean[j]!);
    }
  }
  const effective = 1 / squares;
  const prior = width + 1;
  for (let k = 0; k < width; k++) {
    for (let j = 0; j <= k; j++) {
      let earlier = 0;
      for (let i = 0; i <= j; i++) earlier += before.lower[k * width + i]! * before.lower[j * width + i]!;
      covariance[k * width + j] = (effective * covariance[k * width + j]! + prior * earlier) / (effective + prior);
    }
  }
  const factor = factorize(covariance, width);
  return factor ? { mean, lower: factor.lower } : before;
}
