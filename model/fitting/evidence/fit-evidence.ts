import type { Evidence, Fit as FitEvidence } from '../../definition.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { standardErrors as standardErrorsOf } from '../covariance.js';
import { linearCoefficients } from '../design/design-of.js';
import type { DrawsCheck, Fit } from '../fit-design.js';
import type { Model, SampleFit } from '../fit-sample.js';
import { type Agreement, type CoefficientEstimate, type SampleEstimates, referenceOf } from '../reference.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import type { PriorContribution } from '../priors.js';
import { decimals8, digits8 } from './round.js';

/** Estimates that move by more standard errors with twice the draws are named in the evidence. */
export const maxStableShift = 0.1;

/** Estimate of one coefficient. */
export interface CalibratedEstimate extends CoefficientEstimate {
  /** Standard error by cluster, bias-reduced (CR2) if the clusters are few. */
  readonly sandwichStandardError: number;
}

/** Estimates of a sample, rounded as in the evidence. */
export interface CalibratedSample extends SampleEstimates {
  readonly estimates: ReadonlyMap<string, CalibratedEstimate>;
  readonly sample: 'train' | 'full';
  readonly fitted: SampleFit;
  /** Coefficients in the order of the fit. */
  readonly names: readonly string[];
}

/** Estimates of a fit, rounded as in the evidence. */
export function calibratedSample(
  linear: LinearModel,
  { bound }: Pick<Model, 'bound'>,
  sample: 'train' | 'full',
  fitted: SampleFit,
): CalibratedSample {
  const names = bound.mixture ? fitted.fit.names : [...linearCoefficients(linear), ...linear.ancillary];
  const { estimates, standardErrors, robustStandardErrors, fewClusters, logLikelihood } = fitted.fit;
  const sandwichErrors = fewClusters ? standardErrorsOf(fewClusters.covariance) : robustStandardErrors;
  return {
    sample,
    fitted,
    names,
    logLikelihood,
    estimates: new Map(
      linear.coefficients
        .map(({ id }) => ({ id, at: names.indexOf(id) }))
        .filter(({ at }) => at >= 0)
        .map(({ id, at }) => [
          id,
          {
            estimate: digits8(estimates[at]!),
            standardError: digits8(standardErrors[at]!),
            clusteredStandardError: digits8(robustStandardErrors[at]!),
            sandwichStandardError: digits8(sandwichErrors[at]!),
          },
        ]),
    ),
  };
}

/** Evidence of the fit of one sample. */
export function fitEvidence(
  { sample, fitted }: CalibratedSample,
  { observations, counts, bound }: Model,
  { method, draws, reference }: RecipeFit,
  agreements: readonly Agreement[],
): FitEvidence {
  const agreement = agreements.find((one) => one.sample === sample);
  const { starts } = fitted.fit;
  return {
    method:
      bound.mixture?.method({ draws }) ??
      `${fitted.fit.priors ? 'maximum a posteriori with normal priors' : 'maximum likelihood'} (${method === 'newton' && !bound.startsByBfgs ? 'Newton' : 'BFGS, then Newton'})`,
    sample,
    observations: fitted.at.reduce((sum, k) => sum + counts[observations.row[k]!]!, 0),
    log_likelihood: decimals8(fitted.fit.logLikelihood),
    null_models: fitted.nulls.map(({ id, logLikelihood }) => ({
      id,
      log_likelihood: decimals8(logLikelihood),
      mcfadden_r2: decimals8(1 - fitted.fit.logLikelihood / logLikelihood),
    })),
    ...(fitted.fit.draws && { draws: drawsEvidence(fitted.fit.draws) }),
    ...(starts && {
      starts: { count: starts.count, continued: starts.continued, reached_best: starts.reachedBest },
    }),
    ...(reference && agreement && { reference: referenceOf(reference.program, agreement) }),
  };
}

function drawsEvidence({ kind, count, comparisonCount, shifts }: DrawsCheck): NonNullable<FitEvidence['draws']> {
  return {
    kind,
    count,
    comparison_count: comparisonCount,
    largest_shift: digits8(Math.max(0, ...shifts.values())),
    unstable: Array.from(shifts, ([coefficient, shift]) => ({ coefficient, shift: digits8(shift) })).filter(
      ({ shift }) => shift > maxStableShift,
    ),
  };
}

/**
 * Standard errors, and the covariance of the coefficients. With sampling weights, the standard errors come from the
 * sandwich covariance. For fewer than 50 clusters, the covariance is bias-reduced (CR2), and its degrees of freedom are
 * the smallest Satterthwaite degrees of freedom of the coefficients, so that no interval is too narrow. If there are not
 * more clusters than coefficients, every clustered covariance is singular, and the method states that the plain
 * covariance ignores the clusters. Coefficients without variance, such as a standard deviation of 0, are fixed and
 * have no row.
 */
export function uncertaintyEvidence(
  sample: CalibratedSample,
  { clustered }: Pick<RecipeFit, 'clustered'>,
  isSampleWeighted = false,
): Pick<Evidence, 'estimates' | 'covariance'> {
  const { estimates, names, fitted } = sample;
  const { fit } = fitted;
  const size = names.length;
  const { matrix, method, degreesOfFreedom } = covarianceOf(fit, size, clustered, isSampleWeighted);
  const isFree = (place: number) => matrix[place * size + place]! > 0;
  const ids = [...estimates.keys()].filter((id) => isFree(names.indexOf(id)));
  const at = (i: number, k: number) => digits8((matrix[i * size + k]! + matrix[k * size + i]!) / 2);
  const places = ids.map((id) => names.indexOf(id));
  const freedom = degreesOfFreedom && Math.min(...places.map((place) => degreesOfFreedom[place]!));
  return {
    estimates: fitEstimates(sample, isSampleWeighted).map((own) => ({
      ...own,
      ...(clustered && { clustered_standard_error: estimates.get(own.coefficient)!.sandwichStandardError }),
      ...priorEvidence(fit.priors?.get(own.coefficient)),
    })),
    covariance: {
      method,
      coefficients: ids,
      matrix: places.map((i) => places.map((k) => at(i, k))),
      ...(freedom !== undefined && Number.isFinite(freedom) && { degrees_of_freedom: digits8(freedom) }),
    },
  };
}

function priorEvidence(prior: PriorContribution | undefined): Pick<Evidence['estimates'][number], 'prior'> {
  if (!prior) return {};
  const { mean, sd, share, estimateWithout } = prior;
  return {
    prior: {
      ...{ mean, sd, share: digits8(share) },
      ...(estimateWithout !== undefined && { estimate_without: digits8(estimateWithout) }),
    },
  };
}

/** Estimates and standard errors of a fit, for the evidence. With sampling weights or a bootstrap, the errors are robust. */
export function fitEstimates(
  sample: CalibratedSample,
  isSampleWeighted = false,
): NonNullable<FitEvidence['estimates']> {
  const isRobust = hasRobustErrors(sample, isSampleWeighted);
  return Array.from(sample.estimates, ([coefficient, { estimate, standardError, sandwichStandardError }]) => ({
    coefficient,
    estimate,
    standard_error: isRobust ? sandwichStandardError : standardError,
  }));
}

/** Whether the standard errors are robust. Clusters that are too few give no robust covariance. */
function hasRobustErrors({ fitted: { fit }, names }: CalibratedSample, isSampleWeighted: boolean): boolean {
  return (isSampleWeighted || fit.bootstrap !== undefined) && fit.clusters > names.length;
}

function covarianceOf(
  fit: Fit,
  size: number,
  clustered: boolean,
  isSampleWeighted = false,
): { matrix: Float64Array; method: string; degreesOfFreedom?: Float64Array } {
  if (!clustered && !isSampleWeighted && !fit.bootstrap)
    return { matrix: fit.covariance, method: 'inverse of the information matrix' };
  const count = `${fit.clusters} clusters`;
  const weights = isSampleWeighted ? 'sampling weights, ' : '';
  if (fit.clusters <= size) {
    const tooFew = `${count} are too few for a clustered covariance of ${size} coefficients`;
    return {
      matrix: fit.covariance,
      method: `inverse of the information matrix, which ignores ${isSampleWeighted ? 'weights and clusters' : 'clusters'}; ${tooFew}`,
    };
  }
  if (fit.bootstrap) {
    const { replicates, failed } = fit.bootstrap;
    const without = failed > 0 ? `, of which ${failed} have no estimates` : '';
    return {
      matrix: fit.robustCovariance,
      method: `bootstrap: ${weights}${count}, ${replicates} replicates${without}`,
    };
  }
  if (!fit.fewClusters) return { matrix: fit.robustCovariance, method: `clustered: ${weights}${count}` };
  return {
    matrix: fit.fewClusters.covariance,
    method: `clustered: ${weights}${count}, bias-reduced (CR2) with Satterthwaite degrees of freedom`,
    degreesOfFreedom: fit.fewClusters.degreesOfFreedom,
  };
}
