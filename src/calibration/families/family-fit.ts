import { type WorkflowOf } from '../../engine/definition/definition.schema.js';
import { type Fit } from '../fit.js';
import { type Design, type LikelihoodKernel } from '../likelihood.js';
import { type Observations } from '../rows/observations.js';
import { type Rows } from '../rows/rows.js';

/** A number seen in the data, and its standard error as if rows were independent; NaN where it has no simple one. */
export interface Seen {
  readonly value: number;
  readonly error: number;
}

/** Chances of the held-out observations, told by the model or by one that knows only shares. */
export interface Told {
  /** Numbers of the observations. */
  readonly at: Int32Array;
  /** The values of one of the kernel's equations. */
  predictors(equation: number): Float64Array;
  /** Chances of the outcomes that a kernel is made for: at.length × outcomes. */
  chances(outcomes: number, kernelOf: (outcome: number) => LikelihoodKernel): Float64Array;
}

export interface Score {
  readonly id: 'brier' | 'accuracy' | 'auc' | 'mean_absolute_error' | 'root_mean_squared_error';
  readonly value: number;
  readonly null_value?: number;
}

type Loose = Readonly<Record<string, unknown>>;

/** How a family is fitted to data: its kernel, and what of the data its outcomes, measures and curves are held against. */
export interface FamilyFit<Decision> {
  /** Whether `outcome` is a number; otherwise it is one of the decision's outcomes. */
  readonly outcomeIsNumber?: true;
  /** Into what the spec must expand each row; nothing where a row is an observation. */
  expansion?(decision: Decision): 'durations' | 'network' | undefined;
  /** The ways in which what happened may be given: names under `columns`, all of one way together. */
  outcomeColumns(decision: Decision): readonly (readonly string[])[];
  /** What a decision has from the data besides its estimates, such as the network of its agents. */
  readonly found?: {
    /** The author's decision with parts in their place that could be anybody's, so that it can be checked. */
    readonly placeholder: (draft: Loose) => Loose;
    /** The author's decision with the parts found. */
    readonly parts: (draft: Loose, observations: Observations) => Loose;
  };
  /** What the family reads of a row besides its terms: names under `columns`. */
  needs?(decision: Decision): readonly string[];
  /** @throws DataError where what happened cannot be; CalibrationError where an outcome never happens */
  bind(definition: WorkflowOf<Decision>, rows: Rows, observations: Observations): BoundFamily;
}

/** How people who differ in their coefficients are fitted; rows of one cluster are of one of them. */
export interface Mixture {
  /** As the evidence tells it. */
  readonly method: string;
  /** Its names are the ids of all coefficients, in an order of its own. */
  fit(design: Design, kernel: LikelihoodKernel): Fit;
  /** Of each row, how likely what happened is for somebody of whom nothing else is known. */
  chances(design: Design, kernel: LikelihoodKernel, parameters: Float64Array): Float64Array;
}

/** A family bound to the rows of one data set. */
export interface BoundFamily {
  /** The kernel's equations, as the linear model names them. Its ancillary parameters are the model's, in that order. */
  readonly equations: readonly string[];
  /** Which of them have a constant in the model that knows only shares. */
  readonly constants: readonly string[];
  /** Whether a model without any coefficient means something: equal shares. */
  readonly hasEqualShares: boolean;
  /** How many answers each row stands for; 1 when absent. */
  readonly trials?: Float64Array;
  /** How many people each row stands for where it is simulated: 0 where a row only tells more of somebody. Its answers when absent. */
  readonly people?: Float64Array;
  /**
   * Over how many people in one row's situation the family's expectation is taken; 1 when absent. More where it depends on who they are
   * by luck, as with random tastes.
   */
  readonly copies?: number;
  /** Where people differ in their coefficients. */
  readonly mixture?: Mixture;
  /** Of the observations with these numbers, in that order. */
  kernel(at: Int32Array): LikelihoodKernel;
  /**
   * What these rows did, by the family's expectations: shares of the outcomes, means of the measures, points of the curves. NaN where
   * the data do not say.
   */
  observed(rows: Int32Array): Seen[];
  /** How good single predictions are, besides their log-loss. */
  scores(told: Told, byShares: Told): Score[];
}
