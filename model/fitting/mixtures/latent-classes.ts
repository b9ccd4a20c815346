import { philox4x32 } from '../../random/philox.js';
import { uniformFromWords } from '../../random/stream.js';
import { maximizeByBfgs } from '../bounded-bfgs.js';
import { CalibrationError } from '../calibration-error.js';
import { inverseInformation } from '../covariance.js';
import type { Fit } from '../fit-design.js';
import { flatCoefficients, requireEnoughObservations, requireIdentified } from '../identification.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { informationByDifferences, type Maximum } from '../objective.js';
import { type NamedPriors, noPriors, penalized, unlessUnidentified } from '../priors.js';
import { totalLikelihood } from '../total-likelihood.js';
import { type ClassLayout, connectedClasses, jointLikelihood } from './class-layout.js';
import { classMixture, type ClassMixture } from './class-mixture.js';
import { panelErrors } from './panel.js';

/** Options of a latent class fit. */
export interface LatentClassOptions {
  readonly layout: ClassLayout;
  /** Random seed of the initial memberships, a 32-bit integer. */
  readonly seed: number;
  /** Number of starting points. Default: 12. */
  readonly starts?: number;
  /** Number of the best starting points after expectation-maximization that continue with BFGS. Default: 3. */
  readonly finalists?: number;
  /** Normal priors, with the names of all parameters of the mixture. Default: none. */
  readonly named?: NamedPriors;
}

/** Latent class fit. */
export interface LatentClassFit extends Omit<Fit, 'names' | 'rows' | 'draws' | 'starts'> {
  /** Mean share of each class over the respondents, the largest first if the classes can change places. */
  readonly shares: Float64Array;
  readonly respondents: number;
  /** Log-likelihoods of the finalists, the highest first. Equal values indicate a global maximum. */
  readonly maxima: readonly number[];
}

const emRounds = 15;
/** Each maximization step stops at this gain, because the next round changes its objective. */
const emGain = 0.5;

/**
 * Latent classes: the respondents are a mixture of C classes with different coefficients. The likelihood has several
 * local maxima. Therefore many starting points go through expectation-maximization, and the best ones continue with
 * BFGS. The same seed gives the same result.
 * Source: Train, "Discrete choice methods with simulation", 2nd edition, section 14.3.1 (EM).
 *
 * @param design its `respondents` (default: its clusters) have the same class in all rows
 * @throws CalibrationError `calibration_not_converged` if no starting point reaches a maximum, and the errors of a fit
 *   with one class
 */
export function fitLatentClasses(
  design: Design,
  kernel: LikelihoodKernel,
  options: LatentClassOptions,
): LatentClassFit {
  const { layout, seed, starts = 12, finalists = 3, named = noPriors } = options;
  const classes = layout.places.length;
  const one = totalLikelihood(design, kernel);
  const mixture = classMixture(design, kernel, layout);
  const objective = penalized(mixture, named.names, named.priors);
  requireEnoughObservations(design, mixture.size, mixture.respondents, 1);
  requireIdentified(design, one);

  const candidates = Array.from({ length: starts }, (_, start) =>
    expectAndMaximize(design, kernel, mixture, layout, seed, start),
  )
    .flatMap((found) => found ?? [])
    .sort((a, b) => b.logLikelihood - a.logLikelihood);
  const finalMaxima = candidates
    .slice(0, finalists)
    .flatMap(({ parameters }) => unlessUnidentified(() => maximizeByBfgs(objective, parameters)) ?? [])
    .sort((a, b) => b.logLikelihood - a.logLikelihood);
  const best = finalMaxima[0];
  if (!best) {
    throw new CalibrationError(
      'calibration_not_converged',
      `none of ${starts} starting points for ${classes} classes reached a maximum`,
      { starts, classes },
    );
  }
  return describe(mixture, layout, best, finalMaxima, named);
}

/**
 * Estimates of the same model with other weights, from the estimates of a fit.
 *
 * @throws CalibrationError if the optimizer does not converge
 */
export function refitLatentClasses(
  design: Design,
  kernel: LikelihoodKernel,
  layout: ClassLayout,
  estimates: Float64Array,
  { names, priors }: NamedPriors,
): Float64Array {
  return maximizeByBfgs(penalized(classMixture(design, kernel, layout), names, priors), estimates).parameters;
}

function describe(
  mixture: ClassMixture,
  layout: ClassLayout,
  best: Maximum,
  finalMaxima: readonly Maximum[],
  named: NamedPriors,
): LatentClassFit {
  const objective = penalized(mixture, named.names, named.priors);
  // Priors belong to the classes that they name.
  const isSymmetric = layout.isSymmetric && mixture.membership.isSymmetric && objective === mixture;
  const estimates = isSymmetric ? largestFirst(best.parameters, layout, mixture) : best.parameters;
  const information = informationByDifferences(objective, estimates);
  const covariance = namingUndetermined(information, named.names, layout.places.length, () =>
    inverseInformation(information, mixture.size),
  );
  return {
    estimates,
    ...panelErrors(mixture, estimates, covariance, named),
    logLikelihood: objective === mixture ? best.logLikelihood : mixture.value(estimates),
    path: best.path,
    shares: meanShares(mixture, layout, estimates),
    respondents: mixture.respondents,
    clusters: mixture.clusters,
    maxima: finalMaxima.map(({ logLikelihood }) => logLikelihood),
  };
}

/**
 * Names the parameters that the data do not determine, such as those of an empty class.
 *
 * @throws CalibrationError `calibration_flat` with the coefficients, or the error of the inverse
 */
function namingUndetermined<Result>(
  information: Float64Array,
  names: readonly string[],
  classes: number,
  invert: () => Result,
): Result {
  try {
    return invert();
  } catch (error) {
    const coefficients = flatCoefficients(information, names);
    if (!(error instanceof CalibrationError) || coefficients.length === 0) throw error;
    throw new CalibrationError(
      'calibration_flat',
      `the data do not determine ${coefficients.join(', ')} of ${classes} latent classes: use fewer classes`,
      { coefficients, classes },
    );
  }
}

/**
 * Runs expectation-maximization from random memberships. Returns undefined if a class becomes empty or its estimates
 * diverge.
 */
function expectAndMaximize(
  design: Design,
  kernel: LikelihoodKernel,
  mixture: ClassMixture,
  layout: ClassLayout,
  seed: number,
  start: number,
): { parameters: Float64Array; logLikelihood: number } | undefined {
  const { respondents } = mixture;
  const classes = layout.places.length;
  const weights = layout.places.map(() => new Float64Array(design.rows));
  const respondentOf = design.respondents ?? design.clusters;
  const parts = weights.map((own) => totalLikelihood({ ...design, weights: own }, kernel));
  const joint = connectedClasses(layout).map((members) => jointLikelihood(layout, members, parts));
  const parameters = new Float64Array(mixture.size);
  layout.places.forEach((places, c) => {
    const start = parts[c]!.start();
    places.forEach((place, k) => place >= 0 && (parameters[place] = start[k]!));
  });
  let memberships = randomMemberships(respondents, classes, seed, start);
  return unlessUnidentified(() => {
    for (let round = 0; round < emRounds; round++) {
      const logOdds = parameters.subarray(layout.size);
      logOdds.set(mixture.membership.maximize(memberships, mixture.weights, logOdds, { gain: emGain }));
      for (let c = 0; c < classes; c++) {
        for (let row = 0; row < design.rows; row++) {
          const respondent = respondentOf ? respondentOf[row]! : row;
          weights[c]![row] = memberships[respondent * classes + c]! * mixture.weights[respondent]!;
        }
      }
      for (const likelihood of joint) {
        const own = Float64Array.from(likelihood.places, (place) => parameters[place]!);
        const { parameters: found } = maximizeByNewton(likelihood, own, { gain: emGain });
        found.forEach((value, k) => (parameters[likelihood.places[k]!] = value));
      }
      memberships = mixture.memberships(parameters);
    }
    const logLikelihood = mixture.value(parameters);
    return Number.isFinite(logLikelihood) ? { parameters, logLikelihood } : undefined;
  });
}

/** Random memberships of each respondent, which are positive for every class. */
function randomMemberships(respondents: number, classes: number, seed: number, start: number): Float64Array {
  const words = new Uint32Array(4);
  const memberships = new Float64Array(respondents * classes);
  for (let respondent = 0; respondent < respondents; respondent++) {
    let total = 0;
    for (let c = 0; c < classes; c++) {
      philox4x32(seed, 0, respondent, c, start, 0, words);
      // Normalized exponential variables are uniform over all memberships.
      total += memberships[respondent * classes + c] = -Math.log(uniformFromWords(words[0]!, words[1]!));
    }
    for (let c = 0; c < classes; c++) memberships[respondent * classes + c]! /= total;
  }
  return memberships;
}

/** Moves the classes of a symmetric layout and membership. */
function largestFirst(parameters: Float64Array, layout: ClassLayout, mixture: ClassMixture): Float64Array {
  const { places, size } = layout;
  const width = size / places.length;
  const shares = meanShares(mixture, layout, parameters);
  const order = Array.from(shares.keys()).sort((a, b) => shares[b]! - shares[a]!);
  const sorted = new Float64Array(parameters.length);
  order.forEach((from, to) => sorted.set(parameters.subarray(from * width, (from + 1) * width), to * width));
  sorted.set(mixture.membership.reordered(parameters.subarray(size), order), size);
  return sorted;
}

function meanShares(
  { membership, weights }: ClassMixture,
  layout: ClassLayout,
  parameters: Float64Array,
): Float64Array {
  const classes = layout.places.length;
  const means = new Float64Array(classes);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  membership
    .shares(parameters.subarray(layout.size))
    .forEach((share, at) => (means[at % classes]! += (weights[Math.floor(at / classes)]! * share) / total));
  return means;
}
