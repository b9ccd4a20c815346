import type { BinaryLogit } from '../families/binary-logit/binary-logit.schema.js';
import { CalibrationError } from './calibration-error.js';
import { ofClusters } from './mixtures/panel.js';
import type { Rows } from './rows/rows.js';
import { randomTasteMixture } from '../families/conditional-logit/fit-tastes.js';
import type { Mixture } from './family-fit.js';

/** What random intercepts need to know about the model and its data. */
interface InterceptModel {
  readonly decision: Pick<BinaryLogit, 'random_intercept'>;
  readonly rows: Pick<Rows, 'train' | 'clusters' | 'hasGroups' | 'frequencies'>;
  /** Responses that each row represents. Default: 1. */
  readonly trials?: Float64Array | undefined;
  /** Ids of the ancillary parameters of the kernel. Default: none. */
  readonly ancillary?: readonly string[];
}

/**
 * Fit of a normal random intercept for each cluster of rows, by quadrature over the intercepts, which have mean 0. The standard deviation
 * follows the coefficients and the ancillary parameters.
 *
 * @returns undefined for a decision without random intercepts
 * @throws CalibrationError `calibration_too_few` if no cluster has several responses
 */
export function interceptMixture({ decision, rows, trials, ancillary }: InterceptModel): Mixture | undefined {
  const { random_intercept: intercept } = decision;
  if (!intercept) return undefined;
  const frequencies = rows.hasGroups ? rows.frequencies : undefined;
  requireRepeatedResponses(rows, [trials, frequencies]);
  const mixture = randomTasteMixture([{ taste: { distribution: 'normal', spread: intercept.spread } }], { ancillary });
  return {
    ...mixture,
    byCluster: true,
    fit: (design, ...others) => mixture.fit(ofClusters(design), ...others),
    refit: (design, ...others) => mixture.refit(ofClusters(design), ...others),
    posteriors: (design, ...others) => mixture.posteriors(ofClusters(design), ...others),
    logLikelihoods: (design, ...others) => mixture.logLikelihoods(ofClusters(design), ...others),
  };
}

/** Without several responses of a cluster, the data cannot separate intercepts from random errors. */
function requireRepeatedResponses(
  { train, clusters }: InterceptModel['rows'],
  responses: readonly (Float64Array | undefined)[],
): void {
  const seen = new Set<number>();
  for (const row of train) {
    if (seen.has(clusters[row]!) || responses.some((own) => own && own[row]! > 1)) return;
    seen.add(clusters[row]!);
  }
  throw new CalibrationError(
    'calibration_too_few',
    'every group has a single response, so that random intercepts cannot be estimated: name the column of larger groups (`data.cluster`, or `(1 | column)` in a formula)',
  );
}
