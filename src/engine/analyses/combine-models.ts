import { zScore95 } from '../math/student-quantile.js';
import { differenceRange, type Interval, rangeOf, stabilizedInterval } from '../summary/intervals.js';
import type { ErrorParts } from '../summary/summary.js';

/** A share, or a difference of shares, of one model. */
export interface ModelFigure {
  readonly weight: number;
  readonly value: number;
  readonly errors: ErrorParts;
}

export interface CombinedFigure {
  readonly value: number;
  readonly interval: Interval | null;
  /** `model` contains the spread between the models, and the known model errors of the single models. */
  readonly errors: ErrorParts;
  /** Standard deviation of the values of the models, with their weights. It is part of `errors.model`. */
  readonly betweenModels: number;
  /** Parts of the error that at least one model with a positive weight does not know. */
  readonly missing: readonly (keyof ErrorParts)[];
}

/**
 * Combines one figure of several models. The value is the weighted mean. The variance is that of a mixture: the weighted mean of the
 * variances of the models plus the weighted variance of their values, which is the spread between the models.
 * Source: Hoeting, Madigan, Raftery and Volinsky, "Bayesian model averaging: a tutorial", Statistical Science 14 (1999), equations 1 to 3.
 *
 * @param models at least one, with weights of sum 1
 */
export function combineModels(models: readonly ModelFigure[], side: 'share' | 'difference'): CombinedFigure {
  const used = models.filter(({ weight }) => weight > 0);
  const mean = (valueOf: (model: ModelFigure) => number) =>
    used.reduce((sum, model) => sum + model.weight * valueOf(model), 0);
  const value = mean((model) => model.value);
  const betweenModels = Math.sqrt(mean((model) => (model.value - value) ** 2));
  const parts = [...new Set(models.flatMap(({ errors }) => Object.keys(errors)))] as (keyof ErrorParts)[];
  const missing = parts.filter((part) => used.some(({ errors }) => errors[part] === null));
  const within = (part: keyof ErrorParts) => Math.sqrt(mean(({ errors }) => (errors[part] ?? 0) ** 2));
  const known = Object.fromEntries(
    parts.map((part) => [part, used.every(({ errors }) => errors[part] === null) ? null : within(part)]),
  ) as unknown as ErrorParts;
  const errors = { ...known, model: Math.hypot(within('model'), betweenModels) };
  if (missing.includes('simulation')) return { value, interval: null, errors, betweenModels, missing };
  const margin = zScore95 * Math.hypot(...Object.values(errors).map((error) => error ?? 0));
  const range = side === 'share' ? rangeOf([0, 1]) : differenceRange([0, 1]);
  return { value, interval: stabilizedInterval(value, margin, range), errors, betweenModels, missing };
}
