import { clusterScores, clustersOf, type FitErrors, fitErrors, inverseInformation } from './covariance.js';
import { namingFlat, requireEnoughObservations, requireFiniteEstimates, requireIdentified } from './identification.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { sumOf } from '../math/linear-algebra.js';
import { maximizeByNewton } from './newton.js';
import type { AveragingKind } from './mixtures/taste-points.js';
import type { OptimizerStep } from './objective.js';
import { type PriorContribution, priorContributions, type Priors, unlessUnidentified, withPriors } from './priors.js';
import { totalLikelihood } from './total-likelihood.js';

/** Options of a maximum likelihood fit. */
export interface FitOptions {
  /**
   * Starting values: one per coefficient and ancillary parameter. Default: zeros and the starting values of the kernel.
   */
  readonly start?: Float64Array;
  /** Information matrix of the plain standard errors. Default: expected, if the kernel provides it. */
  readonly information?: 'expected' | 'observed';
  /** Minimum number of rows in which each coefficient has a nonzero term. Default: 5. */
  readonly leastRows?: number;
  /** Normal priors of coefficients or ancillary parameters, by name. Default: none, that is, maximum likelihood. */
  readonly priors?: Priors;
}

/** Fit with random coefficients, compared with a fit with more draws. */
export interface DrawsCheck {
  readonly kind: AveragingKind;
  /** Draws for each respondent in the fit and in the comparison. */
  readonly count: number;
  readonly comparisonCount: number;
  /** Change of each free parameter in the comparison, in standard errors, by the name of the parameter. */
  readonly shifts: ReadonlyMap<string, number>;
}

/** Starting points of a fit with several local maxima. */
export interface StartsCheck {
  readonly count: number;
  /** Starting points that continued to a maximum. */
  readonly continued: number;
  /** Continued starting points that reached the highest log-likelihood. */
  readonly reachedBest: number;
}

/** Maximum likelihood fit: the coefficients of the design, followed by the ancillary parameters of the kernel. */
export interface Fit extends FitErrors {
  readonly names: readonly string[];
  readonly estimates: Float64Array;
  readonly logLikelihood: number;
  readonly path: readonly OptimizerStep[];
  readonly rows: number;
  readonly clusters: number;
  readonly draws?: DrawsCheck;
  readonly starts?: StartsCheck;
  /** Replicates behind the robust covariance, if it comes from a bootstrap. */
  readonly bootstrap?: { readonly replicates: number; readonly failed: number };
  /** Contributions of priors, by name of the parameter. The log-likelihood is that of the data, without the priors. */
  readonly priors?: ReadonlyMap<string, PriorContribution>;
}

/**
 * Fits a model by maximum likelihood, or with priors by the mode of the posterior distribution, and computes plain and clustered standard
 * errors. Coefficients that the data cannot separate are an error with or without priors. Coefficients without a finite maximum of the
 * likelihood (separation) have an estimate if they have a prior.
 *
 * @throws CalibrationError if the data cannot identify the model, or if the optimizer does not converge
 */
export function fitDesign(design: Design, kernel: LikelihoodKernel, options: FitOptions = {}): Fit {
  const { information = 'expected', leastRows = 5, priors = {} } = options;
  const hasPriors = Object.keys(priors).length > 0;
  const data = totalLikelihood(design, kernel);
  const likelihood = withPriors(data, priors);
  const { rows, frequencies } = design;
  requireEnoughObservations(design, likelihood.size, frequencies ? sumOf(frequencies) : rows, leastRows);
  const start = options.start ?? likelihood.start();
  requireIdentified(design, likelihood, start);
  const maximum = namingFlat(likelihood, () => maximizeByNewton(likelihood, start));
  requireFiniteEstimates(design, likelihood, maximum);
  const covariance = inverseInformation(likelihood.information(maximum.parameters, information), likelihood.size);
  const { scores, clusters } = clusterScores(design, likelihood, maximum.parameters);
  const groups = clustersOf(design);
  const informationByCluster = () =>
    likelihood.informationByCluster(maximum.parameters, information, groups.clusterOf, groups.count);
  return {
    names: likelihood.names,
    estimates: maximum.parameters,
    ...fitErrors(
      covariance,
      scores,
      clusters,
      { names: likelihood.names, priors },
      clusters === groups.count ? informationByCluster : undefined,
    ),
    logLikelihood: hasPriors ? data.value(maximum.parameters) : maximum.logLikelihood,
    path: maximum.path,
    rows: design.rows,
    clusters,
    ...(hasPriors && {
      priors: priorContributions(
        likelihood.names,
        covariance,
        priors,
        unlessUnidentified(
          () => fitDesign(design, kernel, { ...options, priors: {}, start: maximum.parameters }).estimates,
        ),
      ),
    }),
  };
}

/**
 * Estimates of the same model for a design with other weights, from the estimates of a fit.
 *
 * @throws CalibrationError if the weighted data have no estimates
 */
export function refitDesign(
  design: Design,
  kernel: LikelihoodKernel,
  start: Float64Array,
  priors: Priors,
): Float64Array {
  const likelihood = withPriors(totalLikelihood(design, kernel), priors);
  const maximum = maximizeByNewton(likelihood, start);
  requireFiniteEstimates(design, likelihood, maximum);
  return maximum.parameters;
}
