import type { WorkflowOf } from '../definition.js';
import type { LinearModel } from '../equations/linear-model.js';
import type { Fit } from './fit-design.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import type { ObservedValue } from './rows/observed-shares.js';
import type { Observations } from './rows/table.js';
import type { Rows } from './rows/rows.js';
import type { RecipeFit } from '../authoring/recipe/recipe.schema.js';

/** Predictions for held-out observations, by the model or by the constants-only model. */
export interface PredictedProbabilities {
  /** Positions of the observations. */
  readonly observations: Int32Array;
  /** Estimates of a mixture. Undefined for other models and for the constants-only model. */
  readonly mixtureParameters?: Float64Array;
  /** Values of one linear predictor of the kernel. */
  predictors(equation: number): Float64Array;
  /** Probabilities of the outcomes of a kernel: observations.length × outcomes. */
  probabilities(outcomes: number, kernelOf: (outcome: number) => LikelihoodKernel): Float64Array;
}

/** Score of the predictions, and of the constants-only model. */
export interface Score {
  readonly id: 'brier' | 'accuracy' | 'auc' | 'mean_absolute_error' | 'root_mean_squared_error';
  readonly value: number;
  readonly null_value?: number;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

/** How a family is fitted to data: its kernel, and the observed values of its outcomes, measures and curves. */
export interface FamilyFit<Decision> {
  /** Whether `outcome` is a number; otherwise it is one of the outcomes of the decision. */
  readonly outcomeIsNumber?: true;
  /** Required expansion of each row; undefined if a row is one observation. */
  expansion?(decision: Decision): 'durations' | 'network' | undefined;
  /** Alternative sets of outcome columns: names under `columns`. The data must contain exactly one set. */
  outcomeColumns(decision: Decision): readonly (readonly string[])[];
  /** Names under `columns` of further outcomes that the data can have. Their values are outcomes of the decision, and rows can lack them. */
  furtherOutcomes?(decision: Decision): readonly string[];
  /** Parts of a decision that come from the data in addition to its estimates, such as the network of its agents. */
  readonly calibratedParts?: {
    /** Adds placeholder parts to the draft decision, so that it can be checked. */
    readonly placeholder: (draft: UnknownRecord) => UnknownRecord;
    /** Adds the calibrated parts to the draft decision. */
    readonly parts: (draft: UnknownRecord, observations: Observations) => UnknownRecord;
  };
  /** Names under `columns` that the family reads in addition to its terms. */
  needs?(decision: Decision): readonly string[];
  /**
   * Binds the family to the rows of a data set.
   *
   * @throws DataError for an invalid outcome, CalibrationError if an outcome never occurs
   */
  bind(definition: WorkflowOf<Decision>, rows: Rows, observations: Observations): BoundFamily;
}

/** Options of a fit with heterogeneous coefficients. */
export type MixtureOptions = Pick<RecipeFit, 'draws'> & Partial<Pick<RecipeFit, 'priors'>>;

/** One number of each respondent: the mean or standard deviation of a random coefficient, or the probability of a latent class. */
export interface PosteriorColumn {
  readonly name: string;
  readonly values: Float64Array;
}

/** How a model with heterogeneous coefficients is fitted. The rows of one respondent have the same coefficients. */
export interface Mixture {
  /** Set if the rows of one cluster have the same coefficients, instead of those of one respondent. */
  readonly byCluster?: true;
  /** Log odds of latent classes with terms of the respondents, for `membership` of the design. Default: constant log odds. */
  readonly membershipModel?: LinearModel;
  /** Text for the evidence. */
  method(options: MixtureOptions): string;
  /**
   * Fits the mixture. The names of the fit are the ids of all coefficients, in the order of the mixture.
   *
   * @throws CalibrationError `calibration_too_few_draws` if the number of draws determines the estimates
   */
  fit(design: Design, kernel: LikelihoodKernel, options: MixtureOptions): Fit;
  /**
   * Estimates of the same model for a design with other weights, from the estimates of a fit.
   *
   * @throws CalibrationError if the optimizer does not converge
   */
  refit(design: Design, kernel: LikelihoodKernel, estimates: Float64Array, options: MixtureOptions): Float64Array;
  /** What the choices of each respondent of the design state about its own coefficients, at the estimates of a fit. */
  posteriors(
    design: Design,
    kernel: LikelihoodKernel,
    parameters: Float64Array,
    options: MixtureOptions,
  ): readonly PosteriorColumn[];
  /** Log-likelihood of all rows of each respondent of the design, at the estimates of a fit. Weights do not count. */
  logLikelihoods(
    design: Design,
    kernel: LikelihoodKernel,
    parameters: Float64Array,
    options: MixtureOptions,
  ): Float64Array;
  /**
   * Probability of the outcome in the kernel of each row, averaged over the mixture.
   *
   * @param earlier kernel of the observed outcomes: each row is predicted given the earlier rows of its respondent. Default: each row is
   *   predicted without any other row
   */
  probabilities(
    design: Design,
    kernel: LikelihoodKernel,
    parameters: Float64Array,
    earlier?: LikelihoodKernel,
  ): Float64Array;
}

/** Family bound to the rows of one data set. */
export interface BoundFamily {
  /**
   * Equations of the kernel, as named in the linear model. The ancillary parameters of the kernel are those of the
   * model, in the same order.
   */
  readonly equations: readonly string[];
  /**
   * Model of the design, if the kernel has other equations than the linear model of the decision. Default: the latter, with the equations
   * `equations`.
   */
  readonly designModel?: LinearModel;
  /** Equations that have a constant in the constants-only model. */
  readonly constants: readonly string[];
  /** Whether a model without coefficients (equal shares) is a meaningful null model. */
  readonly hasEqualShares: boolean;
  /** Responses that each row represents. Default: 1. */
  readonly trials?: Float64Array;
  /**
   * Respondents that each row represents in a simulation, before weights; 0 if the row only continues another one.
   * Default: its trials.
   */
  readonly simulationTrials?: Float64Array;
  /**
   * Number of agents per row over which the family takes its expectation. More than 1 if the expectation depends on
   * random characteristics, as with random tastes. Default: 1.
   */
  readonly copies?: number;
  /** Fit of heterogeneous coefficients. */
  readonly mixture?: Mixture;
  /** Kernel of the observations at these positions, in this order. */
  kernel(at: Int32Array): LikelihoodKernel;
  /** Kernel of the null models, if constants do not identify the parameters of `kernel`. Default: `kernel`. */
  nullKernel?(at: Int32Array): LikelihoodKernel;
  /**
   * Starting values of a fit. Default: zeros and the starting values of the kernel.
   *
   * @param at positions of the observations in the design
   */
  start?(design: Design, at: Int32Array): Float64Array;
  /** Whether `start` is a maximum by BFGS, which the evidence then names. */
  readonly startsByBfgs?: boolean;
  /**
   * Checks estimates that the family cannot simulate.
   *
   * @throws CalibrationError with the coefficients, DataError with a line that they exclude
   */
  requireValid?(fit: Fit): void;
  /**
   * Observed values of some rows, in the order of the family's expectations: shares of the outcomes, means of the
   * measures, points of the curves. NaN if unknown.
   */
  observed(rows: Int32Array): ObservedValue[];
  /** Scores of single predictions, in addition to their log loss. */
  scores(predicted: PredictedProbabilities, byShares: PredictedProbabilities): Score[];
}
