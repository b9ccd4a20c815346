import type { WorkflowDefinition } from '../../engine/definition.js';
import { studentProbability } from '../../engine/math/student-probability.js';
import { studentQuantile, zScore95 } from '../../engine/math/student-quantile.js';
import type { CalibratedSample } from '../evidence/fit-evidence.js';
import { digits4, digits8 } from '../evidence/round.js';
import type { CalibrationResult } from './result.schema.js';

/** Method of the covariance of a fit without groups and weights. */
export const plainMethod = 'inverse of the information matrix';

/** Whether random intercepts account for the correlation within groups, so that the standard errors are those of the model. */
export function hasModelledGroups({ decision, evidence }: WorkflowDefinition): boolean {
  const hasIntercepts = 'random_intercept' in decision && decision.random_intercept !== undefined;
  return hasIntercepts && evidence.covariance?.method === plainMethod;
}

/**
 * Returns the estimates with robust standard errors, or those of a model with random intercepts, tests and intervals. If there are not more
 * clusters than coefficients, the clustered covariance is singular, and the standard errors are the plain ones, as in the evidence.
 */
export function estimateRows(
  definition: WorkflowDefinition,
  { estimates, names, fitted: { fit } }: CalibratedSample,
): CalibrationResult['estimates'] {
  const labels = new Map(definition.decision.coefficients.map(({ id, label }) => [id, label]));
  const hasClustered = fit.clusters > names.length && !hasModelledGroups(definition);
  return Array.from(estimates, ([coefficient, own]) => {
    const { estimate } = own;
    const error = hasClustered ? own.sandwichStandardError : own.standardError;
    const known = { coefficient, label: labels.get(coefficient) ?? coefficient, estimate };
    if (!(error > 0)) return { ...known, standard_error: null, z: null, p: null, interval: null };
    const degrees = hasClustered ? fit.fewClusters?.degreesOfFreedom[names.indexOf(coefficient)] : undefined;
    const margin = quantileOf(degrees) * error;
    const z = estimate / error;
    return {
      ...known,
      standard_error: error,
      z: digits4(z),
      p: digits4(studentProbability(z, degrees)),
      interval: [digits8(estimate - margin), digits8(estimate + margin)],
    };
  });
}

/** Below 10, quantiles are exact for whole degrees only. The next lower number gives a wider interval. */
function quantileOf(degrees: number | undefined): number {
  if (degrees === undefined || !Number.isFinite(degrees)) return zScore95;
  return studentQuantile(degrees >= 10 ? degrees : Math.max(1, Math.floor(degrees)));
}
