import { maximizeByBfgs } from './bounded-bfgs.js';
import { constantsDesign, designAt } from './design/design-parts.js';
import type { BoundFamily } from './families/family-fit.js';
import { fitDesign, type Fit } from './fit-design.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { maximizeByNewton } from './newton.js';
import type { Observations } from './rows/observations.js';
import type { Rows } from './rows/rows.js';
import type { RecipeFit } from './recipe/recipe.schema.js';
import { totalLikelihood } from './total-likelihood.js';

/** Fit of a simpler model on the same sample. */
export interface NullFit {
  readonly id: 'equal_shares' | 'constants_only';
  readonly logLikelihood: number;
  /** Constants, followed by the ancillary parameters. */
  readonly parameters: Float64Array;
}

/** Fit of the model and of its null models on one sample. */
export interface SampleFit {
  /** Positions of the observations. */
  readonly at: Int32Array;
  readonly fit: Fit;
  readonly nulls: readonly NullFit[];
}

/** Fitting problem: a family bound to rows, and the design of all observations. */
export interface Model {
  readonly bound: BoundFamily;
  readonly rows: Rows;
  readonly observations: Observations;
  readonly design: Design;
  /** Weight of the responses of each row in means: its weight times its trials. */
  readonly responses: Float64Array;
  /** Whole number of observed responses of each row: its frequency times its trials. Sampling weights do not count. */
  readonly counts: Float64Array;
  /** Weight of each row in the means of a simulation; 0 if the row only continues another one. */
  readonly simulationWeights: Float64Array;
  /** Respondents that each row represents in a simulation; 0 if the row only continues another one. */
  readonly simulationCounts: Float64Array;
}

/**
 * Fits the model and its null models to some of the observations.
 *
 * @param at positions of the observations
 * @throws CalibrationError if the observations cannot identify the model
 */
export function fitSample(model: Model, at: Int32Array, options: RecipeFit): SampleFit {
  const { bound, rows, observations } = model;
  const design = designAt(model.design, at, rows, observations);
  const kernel = bound.kernel(at);
  const constants = totalLikelihood(constantsDesign(design, bound.equations, bound.constants), kernel);
  const { logLikelihood, parameters } = maximizeByNewton(constants, constants.start());
  const equal = new Float64Array(constants.size);
  return {
    at,
    fit: bound.mixture ? bound.mixture.fit(design, kernel, options) : fitOne(design, kernel, options),
    nulls: [
      ...(bound.hasEqualShares
        ? [{ id: 'equal_shares' as const, logLikelihood: constants.value(equal), parameters: equal }]
        : []),
      { id: 'constants_only', logLikelihood, parameters },
    ],
  };
}

function fitOne(design: Design, kernel: LikelihoodKernel, { method, least_rows: leastRows }: RecipeFit): Fit {
  const likelihood = totalLikelihood(design, kernel);
  const start = method === 'bfgs' ? { start: maximizeByBfgs(likelihood, likelihood.start()).parameters } : {};
  return fitDesign(design, kernel, { ...start, leastRows });
}
