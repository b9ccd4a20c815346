import type { Evidence, Fit } from '../../engine/definition/evidence.schema.js';
import type { Model, SampleFit } from '../fit-sample.js';
import { type Agreement, type SampleEstimates, referenceOf } from '../reference.js';
import type { SpecFit } from '../spec/spec.schema.js';
import { decimals8, digits8 } from './round.js';

/** Estimates of a sample, rounded as in the evidence. */
export interface CalibratedSample extends SampleEstimates {
  readonly sample: 'train' | 'full';
  readonly fitted: SampleFit;
  /** Coefficients in the order of the fit. */
  readonly names: readonly string[];
}

/** Evidence of the fit of one sample. */
export function fitEvidence(
  { sample, fitted }: CalibratedSample,
  { observations, responses, bound }: Model,
  { method, reference }: SpecFit,
  agreements: readonly Agreement[],
): Fit {
  const agreement = agreements.find((one) => one.sample === sample);
  return {
    method: bound.mixture?.method ?? `maximum likelihood (${method === 'newton' ? 'Newton' : 'BFGS, then Newton'})`,
    sample,
    observations: fitted.at.reduce((sum, k) => sum + responses[observations.row[k]!]!, 0),
    log_likelihood: decimals8(fitted.fit.logLikelihood),
    null_models: fitted.nulls.map(({ id, logLikelihood }) => ({
      id,
      log_likelihood: decimals8(logLikelihood),
      mcfadden_r2: decimals8(1 - fitted.fit.logLikelihood / logLikelihood),
    })),
    ...(reference && agreement && { reference: referenceOf(reference.program, agreement) }),
  };
}

/**
 * Standard errors, and the covariance for parameter draws. If there are not more clusters than coefficients, the
 * clustered covariance is singular, and draws use the plain one.
 */
export function uncertaintyEvidence(
  { estimates, names, fitted }: CalibratedSample,
  { clustered }: SpecFit,
): Pick<Evidence, 'estimates' | 'covariance'> {
  const { fit } = fitted;
  const size = names.length;
  const isClustered = clustered && fit.clusters > size;
  const matrix = isClustered ? fit.robustCovariance : fit.covariance;
  const ids = [...estimates.keys()];
  const at = (i: number, k: number) => digits8((matrix[i * size + k]! + matrix[k * size + i]!) / 2);
  const places = ids.map((id) => names.indexOf(id));
  return {
    estimates: Array.from(estimates, ([coefficient, { estimate, standardError, clusteredStandardError }]) => ({
      coefficient,
      estimate,
      standard_error: standardError,
      ...(clustered && { clustered_standard_error: clusteredStandardError }),
    })),
    covariance: {
      method: isClustered
        ? `clustered: ${fit.clusters} clusters`
        : clustered
          ? `inverse of the information matrix; ${fit.clusters} clusters are too few for a clustered covariance of ${size} coefficients`
          : 'inverse of the information matrix',
      coefficients: ids,
      matrix: places.map((i) => places.map((k) => at(i, k))),
    },
  };
}

/** Estimates and standard errors of a fit, for the evidence. */
export function fitEstimates({ estimates }: CalibratedSample): NonNullable<Fit['estimates']> {
  return Array.from(estimates, ([coefficient, { estimate, standardError }]) => ({
    coefficient,
    estimate,
    standard_error: standardError,
  }));
}
