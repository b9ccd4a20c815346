import type { Decision, WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import type { ModelError } from '../../engine/definition/evidence.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { digits4 } from './round.js';

/**
 * Error of the model beyond estimation, from held-out comparisons of observed values y with predictions p:
 * τ² = max(0, mean of [(y - p)² - SE(y)² - SE(p)²] / scale²), where the scale is √(p·(1 - p)) for a share, the predicted
 * mean for a measure, and 1 for a difference. This is the method of moments for the variance of a random effect, with
 * equal weights. Sources: Hedges and Olkin, "Statistical methods for meta-analysis" (1985), section 9.3; DerSimonian and
 * Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986).
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

/** Root-mean-square error beyond the standard errors, relative to the scale; null without comparisons. */
export function excessError(comparisons: readonly HeldOutComparison[]): number | null {
  const excesses = comparisons.flatMap((comparison) => {
    const scale = scaleOf(comparison);
    if (!(scale > 0)) return [];
    const { observed, predicted, observedStandardError, estimationStandardError } = comparison;
    return [((observed - predicted) ** 2 - observedStandardError ** 2 - estimationStandardError ** 2) / scale ** 2];
  });
  if (excesses.length === 0) return null;
  const mean = excesses.reduce((sum, excess) => sum + excess, 0) / excesses.length;
  return digits4(Math.sqrt(Math.max(0, mean)));
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
