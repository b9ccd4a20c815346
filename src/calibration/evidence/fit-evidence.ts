import { type Evidence, type Fit } from '../../engine/definition/evidence.schema.js';
import { type Model, type SampleFit } from '../fit-sample.js';
import { type Agreement, type OurFit, referenceOf } from '../reference.js';
import { type SpecFit } from '../spec/spec.schema.js';
import { decimals8, digits8 } from './round.js';

/** A sample's fit, its numbers rounded as they are written. */
export interface OurSample extends OurFit {
  readonly sample: 'train' | 'full';
  readonly fitted: SampleFit;
  /** Coefficients in the order of the fit. */
  readonly names: readonly string[];
}

export function fitEvidence(
  { sample, fitted }: OurSample,
  { observations, answers, bound }: Model,
  { method, reference }: SpecFit,
  agreements: readonly Agreement[],
): Fit {
  const agreement = agreements.find((one) => one.sample === sample);
  return {
    method: bound.mixture?.method ?? `maximum likelihood (${method === 'newton' ? 'Newton' : 'BFGS, then Newton'})`,
    sample,
    observations: fitted.at.reduce((sum, k) => sum + answers[observations.row[k]!]!, 0),
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
 * Standard errors, and the covariance that parameter draws come from. With no more clusters than coefficients the clustered covariance
 * has no inverse: draws come from the plain one then.
 */
export function uncertaintyEvidence(
  { estimates, names, fitted }: OurSample,
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
          ? `inverse information; ${fit.clusters} clusters are too few for a clustered covariance of ${size} coefficients`
          : 'inverse information',
      coefficients: ids,
      matrix: places.map((i) => places.map((k) => at(i, k))),
    },
  };
}
