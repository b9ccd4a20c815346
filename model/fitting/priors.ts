import { CalibrationError } from './calibration-error.js';
import type { Objective } from './objective.js';
import { sandwich } from './numbers/symmetric-matrix.js';
import type { TotalLikelihood } from './total-likelihood.js';

/** Normal prior of one coefficient. */
export interface NormalPrior {
  readonly mean: number;
  /** Standard deviation, greater than 0. */
  readonly sd: number;
}

/** Normal priors by name of the coefficient. */
export type Priors = Readonly<Record<string, NormalPrior>>;

/** Priors of a model with names for all of its parameters. */
export interface NamedPriors {
  readonly names: readonly string[];
  readonly priors: Priors;
}

export const noPriors: NamedPriors = { names: [], priors: {} };

/** What a prior and the data contribute to one estimate. */
export interface PriorContribution extends NormalPrior {
  /** Part of the information about the coefficient that comes from the prior, 0 to 1: its variance divided by that of the prior. */
  readonly share: number;
  /** Estimate without any prior; undefined if the data alone have no finite estimate. */
  readonly estimateWithout?: number;
}

/**
 * Adds the logarithms of normal prior densities to an objective, so that its maximum is the mode of the posterior distribution. Constants are
 * left out.
 * Source: Gelman et al., "Bayesian data analysis", 3rd edition, sections 4.1 and 13.1.
 */
export function penalized<Own extends Objective>(objective: Own, names: readonly string[], priors: Priors): Own {
  const own = placesOf(names, priors);
  if (own.length === 0) return objective;
  return {
    ...objective,
    value: (parameters: Float64Array) => objective.value(parameters) + penaltyOf(own, parameters),
    evaluateGradient(parameters: Float64Array, gradient: Float64Array) {
      const value = objective.evaluateGradient(parameters, gradient);
      addSlopes(own, parameters, gradient);
      return value + penaltyOf(own, parameters);
    },
  };
}

/**
 * A log-likelihood with priors, as {@link penalized}. Only the value, its derivatives and the total information contain the priors: scores and
 * information by cluster remain those of the data.
 */
export function withPriors(likelihood: TotalLikelihood, priors: Priors): TotalLikelihood {
  const { size, names } = likelihood;
  const own = placesOf(names, priors);
  if (own.length === 0) return likelihood;
  return {
    ...penalized(likelihood, names, priors),
    evaluateHessian(parameters, gradient, hessian) {
      const value = likelihood.evaluateHessian(parameters, gradient, hessian);
      addSlopes(own, parameters, gradient);
      for (const { at, sd } of own) hessian[at * size + at]! -= 1 / sd ** 2;
      return value + penaltyOf(own, parameters);
    },
    information(parameters, kind) {
      const information = likelihood.information(parameters, kind);
      for (const { at, sd } of own) information[at * size + at]! += 1 / sd ** 2;
      return information;
    },
  };
}

/**
 * Adds the part of the priors to a clustered covariance V·M·V. A prior is an observation that is independent of the data, and its score has
 * the variance 1/sd². Without this part, a strong prior would seem to give an estimate without error.
 *
 * @param covariance V, the inverse of the information with priors, size × size
 */
export function withPriorPart(
  clustered: Float64Array,
  covariance: Float64Array,
  names: readonly string[],
  priors: Priors,
): Float64Array {
  const places = placesOf(names, priors);
  if (places.length === 0) return clustered;
  const size = names.length;
  const precisions = new Float64Array(size * size);
  for (const { at, sd } of places) precisions[at * size + at] = 1 / sd ** 2;
  const part = sandwich(covariance, precisions, size);
  return clustered.map((value, at) => value + part[at]!);
}

/** Undefined if the data alone have no estimates. */
export function unlessUnidentified<Result>(estimate: () => Result): Result | undefined {
  try {
    return estimate();
  } catch (error) {
    if (error instanceof CalibrationError) return undefined;
    throw error;
  }
}

/**
 * What each prior and the data contribute.
 *
 * @param covariance inverse of the information with priors, size × size
 * @param without estimates of the same parameters without priors
 */
export function priorContributions(
  names: readonly string[],
  covariance: Float64Array,
  priors: Priors,
  without: Float64Array | undefined,
): ReadonlyMap<string, PriorContribution> {
  return new Map(
    placesOf(names, priors).map(({ at, mean, sd }) => [
      names[at]!,
      {
        ...{ mean, sd, share: covariance[at * names.length + at]! / sd ** 2 },
        ...(without && { estimateWithout: without[at]! }),
      },
    ]),
  );
}

type Place = NormalPrior & { readonly at: number };

function penaltyOf(own: readonly Place[], parameters: Float64Array): number {
  return own.reduce((sum, { at, mean, sd }) => sum - ((parameters[at]! - mean) / sd) ** 2 / 2, 0);
}

function addSlopes(own: readonly Place[], parameters: Float64Array, gradient: Float64Array): void {
  for (const { at, mean, sd } of own) gradient[at]! -= (parameters[at]! - mean) / sd ** 2;
}

function placesOf(names: readonly string[], priors: Priors): Place[] {
  return Object.entries(priors).flatMap(([name, prior]) => {
    const at = names.indexOf(name);
    return at < 0 ? [] : [{ at, ...prior }];
  });
}
