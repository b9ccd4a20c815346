import type { WorkflowDefinition } from '../../definition.js';
import { studentProbability, studentQuantile, zScore95 } from '../../math/student.js';
import { type CalibratedSample, uncertaintyEvidence } from '../evidence/fit-evidence.js';
import { digits4, digits8 } from '../evidence/round.js';
import type { CalibrationResult } from './result.schema.js';
import type { Calibration } from '../calibration.js';
import { designAt } from '../design/design-of.js';
import type { PosteriorColumn } from '../family-fit.js';
import type { Model, SampleFit } from '../fit-sample.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import type { Table } from '../rows/table.js';

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

/**
 * The definition of a calibration with robust standard errors: from the sandwich covariance by cluster or, without clusters, by row, or from
 * a bootstrap. Models with weights or clusters have robust errors already. Markets, and data with too few clusters, keep their errors.
 */
export function withRobustErrors({ definition, samples, held }: Calibration): WorkflowDefinition {
  const [sample] = samples;
  if (!sample) return definition;
  const { evidence } = definition;
  const { estimates, covariance } = uncertaintyEvidence(
    sample,
    { clustered: true },
    held?.model.rows.isSampleWeighted ?? false,
  );
  const { rows, clusters } = sample.fitted.fit;
  const robust = covariance!.method.replace('clustered: ', 'robust (sandwich): ');
  const method = rows === clusters ? robust.replace('clusters', 'rows') : robust;
  return { ...definition, evidence: { ...evidence, estimates, covariance: { ...covariance!, method } } };
}

/** Numbers of the respondents of a sample. */
export interface Posteriors {
  /** Text in the column of respondents, or of clusters with random intercepts. Without such a column, the line of the row. */
  readonly respondents: readonly string[];
  readonly columns: readonly PosteriorColumn[];
}

/** Numbers of the respondents of a fitted sample; undefined if all respondents have the same coefficients. */
export function posteriorsOfFit(
  { bound, rows, observations, design }: Model,
  { at, fit }: SampleFit,
  options: RecipeFit,
): readonly PosteriorColumn[] | undefined {
  return bound.mixture?.posteriors(designAt(design, at, rows, observations), bound.kernel(at), fit.estimates, options);
}

/**
 * What the choices of each respondent state about its own coefficients: mean and standard deviation of each random coefficient, or the
 * probability of each latent class. Undefined if all respondents have the same coefficients.
 *
 * @param data the data of the calibration
 */
export function posteriorsOf(
  { samples, held }: Calibration,
  recipe: CalibrationRecipe,
  data: Table,
): Posteriors | undefined {
  if (!held?.model.bound.mixture) return undefined;
  const { bound, rows, observations, design } = held.model;
  const { fitted } = samples[0]!;
  const columns = posteriorsOfFit(held.model, fitted, recipe.fit)!;
  const { respondents: ofRespondents, clusters } = designAt(design, fitted.at, rows, observations);
  const { respondent = '', cluster = respondent } = recipe.data;
  const { byCluster } = bound.mixture!;
  const unitOf = (byCluster ? clusters : ofRespondents)!;
  const labels = data.columns.get(byCluster ? cluster : respondent);
  const rowOfLine = new Map(Array.from(data.lines, (line, row) => [line, row]));
  const respondents: string[] = [];
  fitted.at.forEach((observation, position) => {
    const line = rows.lines[observations.row[observation]!]!;
    respondents[unitOf[position]!] ??= labels?.[rowOfLine.get(line)!] ?? String(line);
  });
  return { respondents, columns };
}
