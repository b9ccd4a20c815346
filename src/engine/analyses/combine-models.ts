import { type ErrorPart, type ErrorParts, estimationDegrees, simulationDegrees } from '../summary/errors.js';
import {
  differenceRange,
  type EstimatedError,
  type Interval,
  quantileOfErrors,
  rangeOf,
  stabilizedInterval,
} from '../summary/intervals.js';
import type { Summary } from '../summary/summary.js';

/** A share, or a difference of shares, of one model. */
export interface ModelFigure {
  readonly weight: number;
  readonly value: number;
  readonly errors: ErrorParts;
  /** Degrees of freedom of the errors. Default: unlimited. */
  readonly degrees?: ErrorDegrees | undefined;
  /** Models with the same source estimate their errors from the same data and random numbers. Default: no other model has it. */
  readonly source?: string;
}

/** Degrees of freedom of the parts of an error. Default of each: unlimited. */
export type ErrorDegrees = { readonly [Part in ErrorPart]?: number | undefined };

/**
 * Degrees of freedom of the errors of all agents in a summary.
 *
 * @param clusterDegrees degrees of freedom of the covariance of the coefficients; undefined if unlimited
 */
export function errorDegrees(
  { agent_count, uncertainty }: Pick<Summary, 'agent_count' | 'uncertainty'>,
  clusterDegrees: number | undefined,
): ErrorDegrees {
  const { shares, replicates, parameter_draws } = uncertainty;
  return {
    simulation: simulationDegrees(agent_count, shares === 'counted', replicates),
    estimation: estimationDegrees(parameter_draws, clusterDegrees),
  };
}

export interface CombinedFigure {
  readonly value: number;
  readonly interval: Interval | null;
  /** `model` contains the spread between the models, and the known model errors of the single models. */
  readonly errors: ErrorParts;
  /** Standard deviation of the values of the models, with their weights. It is part of `errors.model`. */
  readonly betweenModels: number;
  /** Parts of the error that at least one model with a positive weight does not know. */
  readonly missing: readonly ErrorPart[];
}

/**
 * Combines one figure of several models. The value is the weighted mean. The variance is that of a mixture: the weighted mean of the
 * variances of the models plus the weighted variance of their values, which is the spread between the models.
 * Source: Hoeting, Madigan, Raftery and Volinsky, "Bayesian model averaging: a tutorial", Statistical Science 14 (1999), equations 1 to 3.
 * The quantile of the interval is Student's t: the degrees of freedom of the errors of the models limit those of their sum.
 *
 * @param models at least one, with weights of sum 1
 */
export function combineModels(models: readonly ModelFigure[], side: 'share' | 'difference'): CombinedFigure {
  const used = models.filter(({ weight }) => weight > 0);
  const mean = (valueOf: (model: ModelFigure) => number) =>
    used.reduce((sum, model) => sum + model.weight * valueOf(model), 0);
  const value = mean((model) => model.value);
  const betweenModels = Math.sqrt(mean((model) => (model.value - value) ** 2));
  const parts = [...new Set(models.flatMap(({ errors }) => Object.keys(errors)))] as ErrorPart[];
  const missing = parts.filter((part) => used.some(({ errors }) => errors[part] === null));
  const within = (part: ErrorPart) => Math.sqrt(mean(({ errors }) => (errors[part] ?? 0) ** 2));
  const known = Object.fromEntries(
    parts.map((part) => [part, used.every(({ errors }) => errors[part] === null) ? null : within(part)]),
  ) as unknown as ErrorParts;
  const errors = { ...known, model: Math.hypot(within('model'), betweenModels) };
  if (missing.includes('simulation')) return { value, interval: null, errors, betweenModels, missing };
  const quantile = quantileOfErrors([...estimatedErrors(used, parts), { standardError: betweenModels }]);
  const margin = quantile * Math.hypot(...Object.values(errors).map((error) => error ?? 0));
  const range = side === 'share' ? rangeOf([0, 1]) : differenceRange([0, 1]);
  return { value, interval: stabilizedInterval(value, margin, range), errors, betweenModels, missing };
}

/**
 * Terms of the variance within the models. Errors of one source are one term, because their estimated variances are not independent. It has
 * the fewest degrees of freedom of them.
 */
function estimatedErrors(models: readonly ModelFigure[], parts: readonly ErrorPart[]): EstimatedError[] {
  const sources = new Set(models.map((model) => model.source ?? model));
  return [...sources].flatMap((source) => {
    const own = models.filter((model) => (model.source ?? model) === source);
    return parts.map((part) => ({
      standardError: Math.sqrt(own.reduce((sum, { weight, errors }) => sum + weight * (errors[part] ?? 0) ** 2, 0)),
      degrees: Math.min(...own.map(({ degrees }) => degrees?.[part] ?? Infinity)),
    }));
  });
}
