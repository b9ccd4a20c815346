import { philox4x32 } from '../../engine/random/philox.js';
import { uniformFromWords } from '../../engine/random/uniform.js';
import { climbByBfgs } from '../bounded-bfgs.js';
import { CalibrationError } from '../calibration-error.js';
import { clusteredCovariance, inverseInformation, standardErrors } from '../covariance.js';
import { requireEnough, requireTellingApart } from '../identification.js';
import { type Design, type LikelihoodKernel } from '../likelihood.js';
import { climbByNewton } from '../newton.js';
import { informationByDifferences } from '../numbers/differences.js';
import { type Climb, type ClimbStep } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { classMixture, type ClassMixture, classShares } from './class-mixture.js';

export interface LatentClassOptions {
  readonly classes: number;
  /** Which random divisions of the respondents the starts are; a whole number of 32 bits. */
  readonly seed: number;
  /** How many starts; 12 unless told. */
  readonly starts?: number;
  /** How many of the starts that stand highest after expectation-maximization are climbed to the top; 3 unless told. */
  readonly finalists?: number;
}

export interface LatentClassFit {
  /** `class1:<coefficient>` and so on, then `class2:log_share` and so on against class 1. */
  readonly names: readonly string[];
  readonly estimates: Float64Array;
  readonly standardErrors: Float64Array;
  readonly covariance: Float64Array;
  readonly robustStandardErrors: Float64Array;
  readonly robustCovariance: Float64Array;
  readonly logLikelihood: number;
  readonly path: readonly ClimbStep[];
  /** Of each class, the largest first. */
  readonly shares: Float64Array;
  readonly respondents: number;
  /** Where the finalists ended, the highest first: how sure one may be that the top is the top. */
  readonly tops: readonly number[];
}

const EM_ROUNDS = 15;
/** Each round climbs no further than this: what is gained by more is lost in the next. */
const EM_GAIN = 0.5;

/**
 * Latent classes: the respondents are a mixture of classes with parameters of their own, and what was one model becomes C.
 * The likelihood has many tops: many starts go through expectation-maximization, and the best of them climb on by BFGS.
 * Same seed, same answer. Source: Train, "Discrete choice methods with simulation", 2nd edition, section 14.3.1 (EM).
 *
 * @param design its clusters are the respondents
 * @throws CalibrationError `calibration_not_converged` where no start reached a top, and those of a fit of one class
 */
export function fitLatentClasses(
  design: Design,
  kernel: LikelihoodKernel,
  options: LatentClassOptions,
): LatentClassFit {
  const { classes, seed, starts = 12, finalists = 3 } = options;
  const one = totalLikelihood(design, kernel);
  const mixture = classMixture(design, kernel, classes);
  requireEnough(design, mixture.size, mixture.respondents, 1);
  requireTellingApart(design, one);

  const warm = Array.from({ length: starts }, (_, start) =>
    expectAndMaximize(design, kernel, mixture, classes, seed, start),
  )
    .flatMap((found) => found ?? [])
    .sort((a, b) => b.logLikelihood - a.logLikelihood);
  const climbs = warm
    .slice(0, finalists)
    .flatMap(({ parameters }) => orNothing(() => climbByBfgs(mixture, parameters)) ?? [])
    .sort((a, b) => b.logLikelihood - a.logLikelihood);
  const best = climbs[0];
  if (!best) {
    throw new CalibrationError(
      'calibration_not_converged',
      `none of ${starts} starts of ${classes} classes reached a top`,
      {
        starts,
        classes,
      },
    );
  }
  return describe(one.names, mixture, classes, best, climbs);
}

function describe(
  names: readonly string[],
  mixture: ClassMixture,
  classes: number,
  best: Climb,
  climbs: readonly Climb[],
): LatentClassFit {
  const estimates = largestFirst(best.parameters, classes, mixture.width);
  const covariance = inverseInformation(informationByDifferences(mixture, estimates), mixture.size);
  const robustCovariance = clusteredCovariance(covariance, mixture.scores(estimates), mixture.respondents);
  const numbers = Array.from({ length: classes }, (_, c) => c + 1);
  return {
    names: [
      ...numbers.flatMap((number) => names.map((name) => `class${number}:${name}`)),
      ...numbers.slice(1).map((number) => `class${number}:log_share`),
    ],
    estimates,
    standardErrors: standardErrors(covariance),
    covariance,
    robustStandardErrors: standardErrors(robustCovariance),
    robustCovariance,
    logLikelihood: best.logLikelihood,
    path: best.path,
    shares: classShares(estimates, classes),
    respondents: mixture.respondents,
    tops: climbs.map(({ logLikelihood }) => logLikelihood),
  };
}

/** Rounds of expectation-maximization from a random division; nothing where a class ran empty or away. */
function expectAndMaximize(
  design: Design,
  kernel: LikelihoodKernel,
  mixture: ClassMixture,
  classes: number,
  seed: number,
  start: number,
): { parameters: Float64Array; logLikelihood: number } | undefined {
  const { respondents, width } = mixture;
  const weights = new Float64Array(design.rows);
  const part = totalLikelihood({ ...design, weights }, kernel);
  const parameters = new Float64Array(mixture.size);
  for (let c = 0; c < classes; c++) parameters.set(part.start(), c * width);
  let memberships = randomDivision(respondents, classes, seed, start);
  return orNothing(() => {
    for (let round = 0; round < EM_ROUNDS; round++) {
      const shares = new Float64Array(classes);
      memberships.forEach((value, at) => (shares[at % classes]! += value));
      for (let c = 0; c < classes; c++) {
        for (let row = 0; row < design.rows; row++) {
          const respondent = design.clusters ? design.clusters[row]! : row;
          weights[row] = memberships[respondent * classes + c]! * (design.weights ? design.weights[row]! : 1);
        }
        const own = parameters.subarray(c * width, (c + 1) * width);
        own.set(climbByNewton(part, own, { gain: EM_GAIN }).parameters);
        if (c > 0) parameters[classes * width + c - 1] = Math.log(shares[c]! / shares[0]!);
      }
      memberships = mixture.memberships(parameters);
    }
    const logLikelihood = mixture.value(parameters);
    return Number.isFinite(logLikelihood) ? { parameters, logLikelihood } : undefined;
  });
}

/** Memberships at random: each respondent leans, not falls, to one class. */
function randomDivision(respondents: number, classes: number, seed: number, start: number): Float64Array {
  const words = new Uint32Array(4);
  const division = new Float64Array(respondents * classes);
  for (let who = 0; who < respondents; who++) {
    let total = 0;
    for (let c = 0; c < classes; c++) {
      philox4x32(seed, 0, who, c, start, 0, words);
      // Exponential weights make the division uniform over all divisions.
      total += division[who * classes + c] = -Math.log(uniformFromWords(words[0]!, words[1]!));
    }
    for (let c = 0; c < classes; c++) division[who * classes + c]! /= total;
  }
  return division;
}

function largestFirst(parameters: Float64Array, classes: number, width: number): Float64Array {
  const shares = classShares(parameters, classes);
  const order = Array.from(shares.keys()).sort((a, b) => shares[b]! - shares[a]!);
  const sorted = new Float64Array(parameters.length);
  order.forEach((from, to) => {
    sorted.set(parameters.subarray(from * width, (from + 1) * width), to * width);
    if (to > 0) sorted[classes * width + to - 1] = Math.log(shares[from]! / shares[order[0]!]!);
  });
  return sorted;
}

/** A start that fails is one start fewer; any other error is a fault of ours. */
function orNothing<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof CalibrationError) return undefined;
    throw error;
  }
}
