import type { ModelError } from '../../definition.js';
import { sumOf } from '../../math/linear-algebra.js';
import { modelErrorPrior as prior } from '../../summary/changed-parameters.js';
import type { Arms } from './arms.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { digits4 } from './round.js';

/** Points at which the posterior of τ is summed. */
const steps = 800;
/** End of these points, relative to the scale of the prior. */
const widestRatio = 8;

/**
 * Error of the model beyond estimation, from held-out comparisons of observed values y with predictions p: the standard
 * deviation τ·scale of a random effect, where the scale is √(p·(1 - p)) for a share, the predicted mean for a measure,
 * and the predicted difference for an effect. See {@link excessError} for τ.
 *
 * Shares of all respondents are compared over all of them and over each side of an experiment. If the data contain no
 * shares of the outcomes, points of the curves replace them, because these points are shares too. Without an experiment,
 * the error is at most that of the segments: the difference over all respondents is the mean of their differences.
 *
 * A change of a parameter has the error of its own held-out effects. Other parameters have the error of the prior.
 *
 * @param arms values of the parameters that an experiment assigned, see `armsOfExperiments`
 */
export function modelErrorOf(
  comparisons: readonly HeldOutComparison[],
  arms: Readonly<Record<string, Arms>> = {},
): ModelError {
  const of = (kind: HeldOutComparison['target']['kind'], ...scopes: HeldOutComparison['scope'][]) =>
    comparisons.filter(({ scope, target }) => target.kind === kind && scopes.includes(scope));
  const curves = of('curve', 'all', 'arm');
  const hasArms = comparisons.some(({ scope }) => scope === 'arm');
  const segmentShares = excessError(segmentShareComparisons(comparisons), prior.segmentShares);
  const segmentMeasures = errorsById(of('measure', 'segment'), prior.means);
  const bounded = (whole: number | null, bySegment: number | null | undefined) =>
    hasArms || whole === null ? whole : Math.min(whole, bySegment ?? whole);
  return {
    shares: bounded(excessError(firstNonEmpty(of('outcome', 'all', 'arm'), curves), prior.shares), segmentShares),
    segment_shares: segmentShares,
    measures: Object.fromEntries(
      Object.entries(errorsById(of('measure', 'all', 'arm'), prior.means)).map(([id, error]) => [
        id,
        bounded(error, segmentMeasures[id]),
      ]),
    ),
    segment_measures: segmentMeasures,
    curves: excessError(curves, prior.shares),
    changes: changesOf(comparisons, arms),
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
 * Error beyond the standard errors, relative to the scale: the root of the posterior mean of τ² in the model
 * y - p ~ N(0, SE(y)² + SE(p)² + τ²·scale²). The prior of τ is half-normal, with the scale of the tested models of the catalog:
 * comparisons that agree make the error less than that of the prior, and noisy ones leave it where it was. Null without comparisons.
 *
 * Source: Gelman, "Prior distributions for variance parameters in hierarchical models", Bayesian Analysis 1 (2006).
 *
 * @param priorScale scale of the half-normal prior, which is the error without data
 */
export function excessError(comparisons: readonly HeldOutComparison[], priorScale: number): number | null {
  const relative = comparisons.flatMap((comparison) => {
    const scale = scaleOf(comparison);
    if (!(scale > 0)) return [];
    const { observed, predicted, observedStandardError, estimationStandardError } = comparison;
    const square = ((observed - predicted) / scale) ** 2;
    return [{ square, variance: (observedStandardError ** 2 + estimationStandardError ** 2) / scale ** 2 }];
  });
  if (relative.length === 0) return null;
  const squares = Float64Array.from({ length: steps }, (_, k) => ((widestRatio * priorScale * (k + 1)) / steps) ** 2);
  const logs = squares.map((added) =>
    relative.reduce(
      (sum, { square, variance }) => {
        const total = variance + added;
        return sum - (Math.log(total) + square / total) / 2;
      },
      -added / (2 * priorScale ** 2),
    ),
  );
  const greatest = logs.reduce((most, value) => Math.max(most, value));
  const weights = logs.map((value) => Math.exp(value - greatest));
  return digits4(Math.sqrt(sumOf(weights.map((weight, k) => weight * squares[k]!)) / sumOf(weights)));
}

/** Points at which the posterior of the error of a group is summed. */
const errorSteps = 4_000;

/**
 * Model error of a held-out group, in the unit of its value: the root of the posterior mean of the squared error, after the comparison of the group.
 * The prior is Student's t with 4 degrees of freedom and the error of all groups as its standard deviation, so that a group can be an exception:
 * a difference that its standard errors explain hardly counts, and one that they do not explain counts almost whole.
 *
 * Source: Gelman and others, "Bayesian data analysis" (2013), chapter 17, on t priors for groups.
 *
 * @param relative error of all groups, relative to the scale
 */
export function groupError(comparison: HeldOutComparison, relative: number | null): number {
  const { observed, predicted, observedStandardError, estimationStandardError } = comparison;
  const ofAll = (relative ?? 0) * scaleOf(comparison);
  const difference = observed - predicted;
  const error = Math.hypot(observedStandardError, estimationStandardError);
  if (ofAll === 0 || error === 0) return ofAll === 0 ? 0 : Math.abs(difference);
  // The variance of Student's t with 4 degrees of freedom is twice the square of its scale.
  const scale = ofAll / Math.SQRT2;
  const end = Math.abs(difference) + 8 * Math.max(error, ofAll);
  let [squares, all] = [0, 0];
  for (let k = 0; k < errorSteps; k++) {
    const own = end * ((2 * k + 1) / errorSteps - 1);
    const weight = (1 + (own / scale) ** 2 / 4) ** -2.5 * Math.exp(-(((difference - own) / error) ** 2) / 2);
    squares += weight * own ** 2;
    all += weight;
  }
  return Math.sqrt(squares / all);
}

/** Unit of the model error of a comparison. */
export function scaleOf({ scope, target, predicted }: HeldOutComparison): number {
  if (scope === 'effect') return Math.abs(predicted);
  return target.kind === 'measure' ? Math.abs(predicted) : Math.sqrt(Math.max(0, predicted * (1 - predicted)));
}

function errorsById(comparisons: readonly HeldOutComparison[], priorScale: number): Record<string, number | null> {
  const ids = [...new Set(comparisons.map(({ target }) => target.id))];
  return Object.fromEntries(
    ids.map((id) => [
      id,
      excessError(
        comparisons.filter(({ target }) => target.id === id),
        priorScale,
      ),
    ]),
  );
}

/** Errors of the changes of each tested parameter, and the arms of each experiment. */
function changesOf(
  comparisons: readonly HeldOutComparison[],
  arms: Readonly<Record<string, Arms>>,
): ModelError['changes'] {
  const effects = comparisons.filter(({ scope }) => scope === 'effect');
  const ids = [...new Set([...effects.map(({ parameter }) => parameter!), ...Object.keys(arms)])];
  return Object.fromEntries(
    ids.map((id) => {
      const own = effects.filter(({ parameter }) => parameter === id);
      const shares = own.filter(({ target }) => target.kind !== 'measure');
      const measures = own.filter(({ target }) => target.kind === 'measure');
      return [
        id,
        {
          shares: excessError(shares, prior.changes),
          measures: errorsById(measures, prior.changes),
          ...(arms[id] && { arms: arms[id] }),
        },
      ];
    }),
  );
}

function firstNonEmpty<Item>(...lists: (readonly Item[])[]): readonly Item[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

/** Whether the observed share of a held-out segment is in the 95% interval of its prediction. */
interface HeldOutCheck {
  readonly workflow: string;
  readonly isInsideWithoutModelError: boolean;
  readonly isInside: boolean;
  /** With the model error of the checks of the other attributes only. */
  readonly isInsideLeaveOneOut: boolean;
}

const normalQuantile975 = 1.959964;

/**
 * Checks of held-out segments: the interval is prediction ± 1.96·√(SE(observed)² + estimation² + model²). The
 * population error is not part of it, because the prediction is made for the held-out rows themselves. Shares that the
 * model fixes at 0 or 1 are omitted.
 *
 * @param workflow id of the workflow
 * @param comparisons held-out comparisons of a calibration
 */
export function heldOutCoverage(workflow: string, comparisons: readonly HeldOutComparison[]): HeldOutCheck[] {
  const checked = segmentShareComparisons(comparisons).filter((comparison) => scaleOf(comparison) > 0);
  const errorOf = (own: readonly HeldOutComparison[]) => excessError(own, prior.segmentShares) ?? 0;
  const modelError = errorOf(checked);
  const attributes = new Set(checked.map(({ attribute }) => attribute));
  const withoutOne = new Map(
    Array.from(attributes, (id) => [id, errorOf(checked.filter(({ attribute }) => attribute !== id))]),
  );
  return checked.map((comparison) => {
    const { attribute, observed, predicted, observedStandardError, estimationStandardError } = comparison;
    const isInside = (error: number) =>
      Math.abs(observed - predicted) <=
      normalQuantile975 * Math.hypot(observedStandardError, estimationStandardError, error * scaleOf(comparison));
    return {
      workflow,
      isInsideWithoutModelError: isInside(0),
      isInside: isInside(modelError),
      isInsideLeaveOneOut: isInside(withoutOne.get(attribute)!),
    };
  });
}
