import { type Refit, withBootstrap } from './bootstrap.js';
import { maximizeByBfgs } from './bounded-bfgs.js';
import { constantsDesign, designAt } from './design/design-of.js';
import type { BoundFamily } from './family-fit.js';
import { fitDesign, type Fit, refitDesign } from './fit-design.js';
import { columnSquares, requireClusteredCovariance } from './identification.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { maximizeByNewton } from './newton.js';
import { withPriors } from './priors.js';
import type { Observations } from './rows/table.js';
import type { Rows } from './rows/rows.js';
import type { RecipeFit } from '../authoring/recipe/recipe.schema.js';
import { type TotalLikelihood, totalLikelihood } from './total-likelihood.js';

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
  /** Respondents in each row, without weights: a part of one if a respondent has several rows. */
  readonly respondents: Float64Array;
  /**
   * Attribute with the last choice, if the held-out rows of a respondent are predicted as a series. A series starts from the last choice before
   * the first row of the respondent, which this attribute has in all of its `rows`. Default: each row is predicted separately.
   */
  readonly lastChoice?: string;
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
  const nullKernel = bound.nullKernel?.(at) ?? kernel;
  const constants = totalLikelihood(constantsDesign(design, bound.equations, bound.constants), nullKernel);
  const { logLikelihood, parameters } = maximizeByNewton(constants, constants.start());
  const equal = new Float64Array(constants.size);
  const { mixture } = bound;
  const own = mixture
    ? mixture.fit(design, kernel, options)
    : fitOne(design, kernel, options, bound.start?.(design, at));
  bound.requireValid?.(own);
  if (options.clustered) requireClusteredCovariance(own);
  const refit: Refit = (sampled, start, priors) =>
    mixture
      ? mixture.refit(sampled, kernel, start, { ...options, priors })
      : refitDesign(sampled, kernel, start, priors);
  const { bootstrap, priors } = options;
  const fit = bootstrap ? withBootstrap(own, design, { ...bootstrap, priors }, refit) : own;
  return {
    at,
    fit,
    nulls: [
      ...(bound.hasEqualShares
        ? [{ id: 'equal_shares' as const, logLikelihood: constants.value(equal), parameters: equal }]
        : []),
      { id: 'constants_only', logLikelihood, parameters },
    ],
  };
}

function fitOne(
  design: Design,
  kernel: LikelihoodKernel,
  { method, least_rows: leastRows, priors }: RecipeFit,
  first?: Float64Array,
): Fit {
  const start =
    method === 'bfgs' ? startByBfgs(design, withPriors(totalLikelihood(design, kernel), priors), first) : first;
  return fitDesign(design, kernel, { ...(start && { start }), leastRows, priors });
}

/** Maximum by BFGS, which depends on the units of the columns: each column is divided by its root mean square. */
function startByBfgs(
  design: Design,
  likelihood: TotalLikelihood,
  first: Float64Array = likelihood.start(),
): Float64Array {
  const squares = columnSquares(design);
  const sizes = Float64Array.from({ length: likelihood.size }, (_, k) =>
    squares[k]! > 0 ? Math.sqrt(squares[k]! / design.rows) : 1,
  );
  const scale = (parameters: Float64Array) => parameters.map((value, k) => value / sizes[k]!);
  const objective = {
    size: likelihood.size,
    value: (parameters: Float64Array) => likelihood.value(scale(parameters)),
    evaluateGradient(parameters: Float64Array, gradient: Float64Array) {
      const value = likelihood.evaluateGradient(scale(parameters), gradient);
      gradient.forEach((slope, k) => (gradient[k] = slope / sizes[k]!));
      return value;
    },
  };
  return scale(
    maximizeByBfgs(
      objective,
      first.map((value, k) => value * sizes[k]!),
    ).parameters,
  );
}
