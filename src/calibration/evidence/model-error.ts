import type { ModelError } from '../../engine/definition.js';
import { zScore95 } from '../../engine/math/student-quantile.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { digits4 } from './round.js';

/** Halvings of the interval that contains the limit: enough for all digits. */
const bisectionSteps = 60;
/** Fall of the log-likelihood at the limit of one standard error. */
const likelihoodFall = 0.5;

/**
 * Error of the model beyond estimation, from held-out comparisons of observed values y with predictions p: the standard
 * deviation τ·scale of a random effect, where the scale is √(p·(1 - p)) for a share, the predicted mean for a measure,
 * and the predicted difference for an effect. See {@link excessError} for τ.
 *
 * Shares of all respondents are compared over all of them and over each side of an experiment. If the data contain no
 * shares of the outcomes, points of the curves replace them, because these points are shares too. Without an experiment,
 * the error is at most that of the segments: the difference over all respondents is the mean of their differences.
 *
 * A change of a tested parameter has the error of the held-out effects. The error of other changes is unknown.
 */
export function modelErrorOf(comparisons: readonly HeldOutComparison[]): ModelError {
  const of = (kind: HeldOutComparison['target']['kind'], ...scopes: HeldOutComparison['scope'][]) =>
    comparisons.filter(({ scope, target }) => target.kind === kind && scopes.includes(scope));
  const curves = of('curve', 'all', 'arm');
  const hasArms = comparisons.some(({ scope }) => scope === 'arm');
  const segmentShares = excessError(segmentShareComparisons(comparisons));
  const segmentMeasures = errorsById(of('measure', 'segment'));
  const bounded = (whole: number | null, bySegment: number | null | undefined) =>
    hasArms || whole === null ? whole : Math.min(whole, bySegment ?? whole);
  return {
    shares: bounded(excessError(firstNonEmpty(of('outcome', 'all', 'arm'), curves)), segmentShares),
    segment_shares: segmentShares,
    measures: Object.fromEntries(
      Object.entries(errorsById(of('measure', 'all', 'arm'))).map(([id, error]) => [
        id,
        bounded(error, segmentMeasures[id]),
      ]),
    ),
    segment_measures: segmentMeasures,
    curves: excessError(curves),
    changes: changesOf(comparisons),
    comparisons: comparisons.length,
  };
}

/** Shares of segments; points of curves if the data contain no shares of the outcomes. */
export function segmentShareComparisons(comparisons: readonly HeldOutComparison[]): readonly HeldOutComparison[] {
  const segments = comparisons.filter(({ scope }) => scope === 'segment');
  return firstNonEmpty(
    segments.filter(({ target }) => target.kind === 'outcome'),
    segments.filter(({ target }) => target.kind === 'curve'),
  );
}

/**
 * Error beyond the standard errors, relative to the scale: the upper limit of τ, one standard error above its maximum
 * likelihood estimate, where the log-likelihood is 0.5 below its maximum. The estimate itself is often 0 for few
 * comparisons, although the model has an error. The model of the comparisons is y - p ~ N(0, SE(y)² + SE(p)² + τ²·scale²).
 * Null without comparisons.
 *
 * Source: Hardy and Thompson, "A likelihood approach to meta-analysis with random effects", Statistics in Medicine 15
 * (1996).
 */
export function excessError(comparisons: readonly HeldOutComparison[]): number | null {
  const relative = comparisons.flatMap((comparison) => {
    const scale = scaleOf(comparison);
    if (!(scale > 0)) return [];
    const { observed, predicted, observedStandardError, estimationStandardError } = comparison;
    const square = ((observed - predicted) / scale) ** 2;
    return [{ square, variance: (observedStandardError ** 2 + estimationStandardError ** 2) / scale ** 2 }];
  });
  if (relative.length === 0) return null;
  const spread = Math.max(...relative.map(({ square, variance }) => square + variance));
  if (spread === 0) return 0;
  // Exact comparisons without a standard error have a finite likelihood.
  const least = spread * Number.EPSILON;
  const logLikelihood = (added: number) =>
    -relative.reduce((sum, { square, variance }) => {
      const total = Math.max(variance + added, least);
      return sum + (Math.log(total) + square / total) / 2;
    }, 0);
  const slope = (added: number) =>
    relative.reduce((sum, { square, variance }) => {
      const total = Math.max(variance + added, least);
      return sum + (square / total - 1) / total;
    }, 0);
  const estimate = slope(0) > 0 ? bisect(0, spread, (added) => slope(added) > 0) : 0;
  const limit = logLikelihood(estimate) - likelihoodFall;
  let high = estimate + spread;
  while (logLikelihood(high) > limit) high *= 2;
  return digits4(Math.sqrt(bisect(estimate, high, (added) => logLikelihood(added) > limit)));
}

/** The point between two values at which a condition stops to hold. */
function bisect(from: number, to: number, holds: (value: number) => boolean): number {
  let [low, high] = [from, to];
  for (let step = 0; step < bisectionSteps; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Model error of a held-out group, in the unit of its value: the error of all groups or, if the observed value is outside
 * the 95% interval with that error, the difference of the group beyond its standard errors.
 *
 * @param relative error of all groups, relative to the scale
 */
export function groupError(comparison: HeldOutComparison, relative: number | null): number {
  const { observed, predicted, observedStandardError, estimationStandardError } = comparison;
  const ofAll = (relative ?? 0) * scaleOf(comparison);
  const variance = observedStandardError ** 2 + estimationStandardError ** 2;
  const difference = observed - predicted;
  const isInside = Math.abs(difference) <= zScore95 * Math.sqrt(variance + ofAll ** 2);
  return isInside ? ofAll : Math.sqrt(difference ** 2 - variance);
}

/** Unit of the model error of a comparison. */
export function scaleOf({ scope, target, predicted }: HeldOutComparison): number {
  if (scope === 'effect') return Math.abs(predicted);
  return target.kind === 'measure' ? Math.abs(predicted) : Math.sqrt(Math.max(0, predicted * (1 - predicted)));
}

function errorsById(comparisons: readonly HeldOutComparison[]): Record<string, number | null> {
  const ids = [...new Set(comparisons.map(({ target }) => target.id))];
  return Object.fromEntries(ids.map((id) => [id, excessError(comparisons.filter(({ target }) => target.id === id))]));
}

/**
 * Errors of the changes of each tested parameter. All effects on shares have one error, and all effects on a measure,
 * because few effects are tested.
 */
function changesOf(comparisons: readonly HeldOutComparison[]): ModelError['changes'] {
  const effects = comparisons.filter(({ scope }) => scope === 'effect');
  const isShare = ({ target }: HeldOutComparison) => target.kind !== 'measure';
  const shares = excessError(effects.filter(isShare));
  const measures = errorsById(effects.filter((effect) => !isShare(effect)));
  const tested = [...new Set(effects.map(({ parameter }) => parameter!))];
  return Object.fromEntries(
    tested.map((parameter) => {
      const own = effects.filter((effect) => effect.parameter === parameter);
      const isTested = (id: string) => own.some(({ target }) => target.id === id);
      return [
        parameter,
        {
          shares: own.some(isShare) ? shares : null,
          measures: Object.fromEntries(Object.entries(measures).filter(([id]) => isTested(id))),
        },
      ];
    }),
  );
}

function firstNonEmpty<Item>(...lists: (readonly Item[])[]): readonly Item[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
