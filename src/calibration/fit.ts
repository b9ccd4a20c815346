import { clusteredCovariance, clusterScores, inverseInformation, standardErrors } from './covariance.js';
import { requireEnough, requireFiniteTop, requireTellingApart } from './identification.js';
import { type Design, type LikelihoodKernel } from './likelihood.js';
import { climbByNewton } from './newton.js';
import { type ClimbStep } from './objective.js';
import { totalLikelihood } from './total-likelihood.js';

export interface FitOptions {
  /** Where to begin: a number for each coefficient and ancillary parameter. Zeros and the kernel's starts unless given. */
  readonly start?: Float64Array;
  /** What plain standard errors come from; expected where the kernel knows it, unless told. */
  readonly information?: 'expected' | 'observed';
  /** In how many rows each coefficient must matter; 5 unless told. */
  readonly leastRows?: number;
}

/** The best parameters of a model on a sample: the coefficients of the design and then the kernel's ancillary parameters. */
export interface Fit {
  readonly names: readonly string[];
  readonly estimates: Float64Array;
  readonly standardErrors: Float64Array;
  /** size × size, row by row. */
  readonly covariance: Float64Array;
  /** The same by clusters (by rows where there are none). */
  readonly robustStandardErrors: Float64Array;
  readonly robustCovariance: Float64Array;
  readonly logLikelihood: number;
  readonly path: readonly ClimbStep[];
  readonly rows: number;
  readonly clusters: number;
}

/**
 * Maximum likelihood with its standard errors, plain and clustered. Data that cannot carry the model is refused by name.
 *
 * @throws CalibrationError
 */
export function fit(design: Design, kernel: LikelihoodKernel, options: FitOptions = {}): Fit {
  const { information = 'expected', leastRows = 5 } = options;
  const likelihood = totalLikelihood(design, kernel);
  requireEnough(design, likelihood.size, design.rows, leastRows);
  requireTellingApart(design, likelihood);
  const climb = climbByNewton(likelihood, options.start ?? likelihood.start());
  requireFiniteTop(design, likelihood, climb.next);
  const covariance = inverseInformation(likelihood.information(climb.parameters, information), likelihood.size);
  const { scores, clusters } = clusterScores(design, likelihood, climb.parameters);
  const robustCovariance = clusteredCovariance(covariance, scores, clusters);
  return {
    names: likelihood.names,
    estimates: climb.parameters,
    standardErrors: standardErrors(covariance),
    covariance,
    robustStandardErrors: standardErrors(robustCovariance),
    robustCovariance,
    logLikelihood: climb.logLikelihood,
    path: climb.path,
    rows: design.rows,
    clusters,
  };
}
