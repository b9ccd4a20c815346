import { modelErrorPrior as prior } from '../../summary/changed-parameters.js';
import type { HeldOutComparison } from './held-out-comparisons.js';
import { excessError, scaleOf, segmentShareComparisons } from './model-error.js';

/** Observed share of a held-out segment, compared with the 95% interval of its prediction. */
export interface HeldOutCheck {
  readonly workflow: string;
  readonly attribute: string;
  /** Category, or quarter of a numeric attribute. */
  readonly category: string;
  /** Outcome; `curve step` for a point of a curve. */
  readonly outcome: string;
  /** Held-out responses of the segment. */
  readonly observations: number;
  readonly observed: number;
  readonly predicted: number;
  /** Interval without the model error. */
  readonly intervalWithoutModelError: readonly [number, number];
  readonly interval: readonly [number, number];
  readonly isInsideWithoutModelError: boolean;
  readonly isInside: boolean;
  /** Whether the share is inside if the model error comes from the checks of the other attributes only. */
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
  const modelError = excessError(checked, prior.segmentShares) ?? 0;
  const attributes = new Set(checked.map(({ attribute }) => attribute));
  const withoutOne = new Map(
    Array.from(attributes, (id) => [
      id,
      excessError(
        checked.filter(({ attribute }) => attribute !== id),
        prior.segmentShares,
      ) ?? 0,
    ]),
  );
  return checked.map((comparison) => {
    const { attribute, category, target, observed, predicted, observations } = comparison;
    const halfWidthOf = (error: number) =>
      normalQuantile975 *
      Math.hypot(comparison.observedStandardError, comparison.estimationStandardError, error * scaleOf(comparison));
    const intervalOf = (error: number): readonly [number, number] => [
      predicted - halfWidthOf(error),
      predicted + halfWidthOf(error),
    ];
    const isInside = (error: number) => Math.abs(observed - predicted) <= halfWidthOf(error);
    return {
      workflow,
      attribute: attribute!,
      category: category!,
      outcome: target.kind === 'curve' ? `${target.id} ${target.step}` : target.id,
      observations,
      observed,
      predicted,
      intervalWithoutModelError: intervalOf(0),
      interval: intervalOf(modelError),
      isInsideWithoutModelError: isInside(0),
      isInside: isInside(modelError),
      isInsideLeaveOneOut: isInside(withoutOne.get(attribute)!),
    };
  });
}
