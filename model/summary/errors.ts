import { z } from 'zod';
import type { ParameterEffect } from './changed-parameters.js';

const errorPart = (description: string) => z.number().min(0).nullable().meta({ description });

/** The error budget of one figure. */
export const errorsSchema = z
  .strictObject({
    simulation: errorPart(
      'Monte Carlo error of this run: a finite number of agents and of random draws. It shrinks with `agent_count`. Null if unknown.',
    ),
    estimation: errorPart(
      'Error of the coefficients, which were estimated from a finite data set. Null if unknown: without a covariance, or without coefficient draws.',
    ),
    population: errorPart(
      'Error of the synthetic population, from the finite sample behind its distributions. Null if unknown.',
    ),
    model: errorPart(
      'Error of the model on held-out data beyond the other three parts. Null if the held-out data contain no such comparison.',
    ),
    targets: errorPart(
      'Error of the calibration targets, from their standard errors. Only for simulations with `calibration_targets` or a `calibration_id`. Null if unknown.',
    ).optional(),
  })
  .meta({
    id: 'Errors',
    description:
      'Parts of the error as standard errors, in the unit of the figure: shares from 0 to 1, means in the unit of the measure. A null part is unknown, and the interval does not include it. Their squares add up to the variance.',
  });
export type ErrorParts = z.infer<typeof errorsSchema>;
export type ErrorPart = keyof ErrorParts;

/** For the list of the parts that an interval does not contain. */
export const errorPartSchema = z.enum(errorsSchema.keyof().options);

/** Names the parts of an error that are unknown. */
export function missingParts(errors: ErrorParts): ErrorPart[] {
  return (Object.keys(errors) as ErrorPart[]).filter((part) => errors[part] === null);
}

/** The largest known part of an error; null if all known parts are 0. */
export function largestPart(errors: ErrorParts): ErrorPart | null {
  let [largest, most]: [ErrorPart | null, number] = [null, 0];
  for (const [part, error] of Object.entries(errors) as [ErrorPart, number | null][])
    if (error !== null && error > most) [largest, most] = [part, error];
  return largest;
}

/** What makes an interval narrower, by the largest part of its error. */
export const narrowerTexts: Readonly<Record<ErrorPart, string>> = {
  simulation: 'More agents would make the interval narrower.',
  estimation: 'More data, or fewer variables, would make the interval narrower.',
  population: 'More respondents would make the interval narrower.',
  model:
    'More data would hardly make the interval narrower: a better model would, or a test of its effects on held-out data.',
  targets: 'More precise calibration targets would make the interval narrower.',
};

/**
 * Degrees of freedom of a simulation error: from the agents, or from repeated runs if agents interact. The error of one agent is a bound.
 *
 * @param replicates number of repeated runs; null if not recorded
 */
export function simulationDegrees(agents: number, isRepeated: boolean, replicates: number | null): number {
  return isRepeated ? (replicates ?? 2) - 1 : agents - 1 || Infinity;
}

/** Degrees of freedom of an estimation error: from the draws of the coefficients, or from the clusters of their covariance. */
export function estimationDegrees(parameterDraws: number, clusterDegrees: number | undefined): number | undefined {
  return parameterDraws > 0 ? parameterDraws - 1 : clusterDegrees;
}

export const noErrors: ErrorParts = { simulation: 0, estimation: 0, population: 0, model: 0 };

export const sides = ['scenario', 'baseline', 'difference'] as const;
/** A figure under the scenario, under the baseline, or the difference between them. */
export type Side = (typeof sides)[number];

/** Standard errors of figures, in the order of the figures. */
export type StandardErrors = Readonly<Record<Side, Float64Array>>;

/** Distances from figures to the ends of their 95% percentile intervals, in the order of the figures. */
export interface Percentiles {
  readonly below: Float64Array;
  readonly above: Float64Array;
}

/** Errors of the figures of all agents that do not follow from the agents themselves. */
export interface Uncertainty {
  /** Method of the estimation error: analytic derivatives, or random draws of the coefficients. */
  readonly method: 'delta' | 'draws';
  /** Number of random draws of the coefficients; 0 for the delta method. */
  readonly parameterDraws: number;
  /** Repeated runs with other random errors, for interacting agents. */
  readonly replicates: number | null;
  /** Estimation errors of the outcomes, outcome groups, measures and curve points of all agents. Undefined if unknown. */
  readonly estimation: StandardErrors | undefined;
  /** Percentiles of the draws, in the order of `estimation`. */
  readonly percentiles?: Readonly<Record<Side, Percentiles>>;
  /** Simulation errors from repeated runs, in the order of `estimation`. Only for interacting agents. */
  readonly simulation: StandardErrors | undefined;
  /** Estimation errors of the outcomes, outcome groups and measures by segmentation, then by group. Undefined if unknown. */
  readonly segments: readonly (readonly (StandardErrors | undefined)[])[] | undefined;
  /** Sums of the expected points of the curves, in the order of the curves. Undefined if agents interact. */
  readonly curves: CurveSums | undefined;
  /** Errors due to calibration targets. Undefined without targets. */
  readonly targets?: TargetErrors | undefined;
  /** Effects of the changed parameters. Undefined if unknown, or if the model error does not need them. */
  readonly parameterEffects?: ParameterEffects | undefined;
  /** In all agents, and in the order of `segments`. Undefined without omitted terms. */
  readonly omitted?:
    | { readonly whole: OmittedErrors; readonly groups: readonly (readonly (OmittedErrors | undefined)[])[] }
    | undefined;
}

/** What the terms that the model omits say of differences, in the order of `estimation`. */
export interface OmittedErrors {
  readonly shifts: Float64Array;
  readonly standardErrors: Float64Array;
}

/** Effects of the changed parameters in all agents, and by segmentation and group. */
export interface ParameterEffects {
  readonly whole: readonly ParameterEffect[];
  readonly groups?: readonly (readonly (readonly ParameterEffect[])[])[];
}

/** Errors of figures due to the standard errors of calibration targets. */
export interface TargetErrors {
  /** In the order of `estimation`. */
  readonly whole: StandardErrors;
  /** In the order of `segments`. */
  readonly groups: readonly (readonly (StandardErrors | undefined)[])[];
}

/** Mean and standard deviation over agents of a figure. */
export interface Moments {
  readonly mean: number;
  /** Null for one agent, and for fewer than 30 agents with identical values. */
  readonly deviation: number | null;
}

export type FigureMoments = Readonly<Record<Side, Moments>>;

/** Sums over agents of the points of curves, which are shares: of the values, of their squares, and of the squared differences. */
export interface CurveSums {
  agents: number;
  readonly scenario: Float64Array;
  readonly scenarioSquares: Float64Array;
  readonly baseline: Float64Array;
  readonly baselineSquares: Float64Array;
  readonly differenceSquares: Float64Array;
}
