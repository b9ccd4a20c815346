import { climbByBfgs } from './bounded-bfgs.js';
import { constantsDesign, designAt } from './design/design-parts.js';
import { type BoundFamily } from './families/family-fit.js';
import { fit, type Fit } from './fit.js';
import { type Design, type LikelihoodKernel } from './likelihood.js';
import { climbByNewton } from './newton.js';
import { type Observations } from './rows/observations.js';
import { type Rows } from './rows/rows.js';
import { type SpecFit } from './spec/spec.schema.js';
import { totalLikelihood } from './total-likelihood.js';

/** A model that knows less, on the same sample. */
export interface NullFit {
  readonly id: 'equal_shares' | 'constants_only';
  readonly logLikelihood: number;
  /** Of its constants, and then the ancillary ones. */
  readonly parameters: Float64Array;
}

export interface SampleFit {
  /** Numbers of the observations. */
  readonly at: Int32Array;
  readonly fit: Fit;
  readonly nulls: readonly NullFit[];
}

/** What is fitted: a family bound to rows, and the design of all observations. */
export interface Model {
  readonly bound: BoundFamily;
  readonly rows: Rows;
  readonly observations: Observations;
  readonly design: Design;
  /** How many answers each row stands for: its weight times its trials. */
  readonly answers: Float64Array;
  /** How many people each row stands for where it is simulated. */
  readonly people: Float64Array;
}

/** Fits the observations with these numbers. @throws CalibrationError where they cannot carry the model */
export function fitSample(model: Model, at: Int32Array, asked: SpecFit): SampleFit {
  const { bound, rows, observations } = model;
  const design = designAt(model.design, at, rows, observations);
  const kernel = bound.kernel(at);
  const constants = totalLikelihood(constantsDesign(design, bound.equations, bound.constants), kernel);
  const { logLikelihood, parameters } = climbByNewton(constants, constants.start());
  const equal = new Float64Array(constants.size);
  return {
    at,
    fit: bound.mixture ? bound.mixture.fit(design, kernel) : fitOne(design, kernel, asked),
    nulls: [
      ...(bound.hasEqualShares
        ? [{ id: 'equal_shares' as const, logLikelihood: constants.value(equal), parameters: equal }]
        : []),
      { id: 'constants_only', logLikelihood, parameters },
    ],
  };
}

function fitOne(design: Design, kernel: LikelihoodKernel, { method, least_rows: leastRows }: SpecFit): Fit {
  const likelihood = totalLikelihood(design, kernel);
  const start = method === 'bfgs' ? { start: climbByBfgs(likelihood, likelihood.start()).parameters } : {};
  return fit(design, kernel, { ...start, leastRows });
}
