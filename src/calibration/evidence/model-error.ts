import type { Decision, WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import type { ModelError } from '../../engine/definition/evidence.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { digits4 } from './round.js';

/** Halvings of the interval that contains the variance: enough for all digits. */
const bisectionSteps = 60;

/**
 * Error of the model beyond estimation, from held-out comparisons of observed values y with predictions p. It is the
 * standard deviation τ·scale of a random effect, where the scale is √(p·(1 - p)) for a share, the predicted mean for a
 * measure, and 1 for a difference. The method of moments estimates τ: the squares of (y - p), divided by
 * SE(y)² + SE(p)² + τ²·scale², have the mean 1. It differs from the mean excess square in its weights, which are greater
 * for comparisons with a smaller standard error.
 * Sources: Paule and Mandel, "Consensus values and weighting factors", Journal of Research of the National Bureau of
 * Standards 87 (1982); DerSimonian and Kacker, "Random-effects model for meta-analysis of clinical trials: an update",
 * Contemporary Clinical Trials 28 (2007).
 *
 * Shares of all respondents are compared over all of them and over each side of an experiment. If the data contain no
 * shares of the outcomes, points of the curves replace them, because these points are shares too.
 *
 * Differences between the sides of an experiment have their own error. Without an experiment, it is unknown.
 */
export function modelErrorOf(
  comparisons: readonly HeldOutComparison[],
  { decision, evidence }: WorkflowDefinition,
): ModelError {
  const of = (kind: HeldOutComparison['target']['kind'], ...scopes: HeldOutComparison['scope'][]) =>
    comparisons.filter(({ scope, target }) => target.kind === kind && scopes.includes(scope));
  const curves = of('curve', 'all', 'arm');
  return {
    shares: excessError(firstNonEmpty(of('outcome', 'all', 'arm'), curves)),
    segment_shares: excessError(segmentShareComparisons(comparisons)),
    measures: errorsById(of('measure', 'all', 'arm')),
    segment_measures: errorsById(of('measure', 'segment')),
    curves: excessError(curves),
    differences: evidence.data.kind === 'experiment' ? differencesOf(comparisons, decision) : {},
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
 * Error beyond the standard errors, relative to the scale: the solution τ of Σ (y - p)² / (SE² + τ²·scale²) = number of
 * comparisons, or 0 if the standard errors explain the differences. Null without comparisons.
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
  // Differences of 0 have no error, even if their standard error is 0.
  const ratio = ({ square, variance }: (typeof relative)[number], added: number) =>
    square === 0 ? 0 : square / (variance + added);
  const excess = (added: number) => relative.reduce((sum, one) => sum + ratio(one, added), 0) - relative.length;
  if (!(excess(0) > 0)) return 0;
  // The excess falls as the variance grows, and it is negative at the greatest square.
  let [low, high] = [0, Math.max(...relative.map(({ square }) => square))];
  for (let step = 0; step < bisectionSteps; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return digits4(Math.sqrt((low + high) / 2));
}

/** Unit of the model error of a comparison. */
export function scaleOf({ scope, target, predicted }: HeldOutComparison): number {
  if (scope === 'effect') return 1;
  return target.kind === 'measure' ? Math.abs(predicted) : Math.sqrt(Math.max(0, predicted * (1 - predicted)));
}

function errorsById(comparisons: readonly HeldOutComparison[]): Record<string, number | null> {
  const ids = [...new Set(comparisons.map(({ target }) => target.id))];
  return Object.fromEntries(ids.map((id) => [id, excessError(comparisons.filter(({ target }) => target.id === id))]));
}

/** Errors of differences, by outcome or measure. Two outcomes have the same error. */
function differencesOf(comparisons: readonly HeldOutComparison[], decision: Decision): Record<string, number | null> {
  const errors = errorsById(comparisons.filter(({ scope }) => scope === 'effect'));
  const outcomes = familyOf(decision).outcomes(decision);
  const known = outcomes.find(({ id }) => errors[id] !== undefined);
  if (outcomes.length !== 2 || !known) return errors;
  return { ...errors, ...Object.fromEntries(outcomes.map(({ id }) => [id, errors[known.id]!])) };
}

function firstNonEmpty<Item>(...lists: (readonly Item[])[]): readonly Item[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
