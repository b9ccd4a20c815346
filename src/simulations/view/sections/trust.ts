import { isRandomized } from '../../../engine/definition.js';
import { headlineOf } from '../../headline.js';
import { associationTexts } from '../association-text.js';
import { baselineTexts } from '../baseline-text.js';
import { change, points, range } from '../format-numbers.js';
import { shownFigure } from '../headline-text.js';
import { heldOutDifferences, heldOutSentence } from '../held-out-error.js';
import type { Reference } from '../reference.js';
import { allWarnings, changedCauses } from '../scenario-changes.js';
import { dataText } from '../transport-text.js';
import type { ViewInput } from '../view-input.js';

/** The strength of the result in a few sentences. The held-out error comes first. */
export function trustTexts(input: ViewInput, reference: Reference | null): string[] {
  const { definition, summary } = input;
  const { data } = definition.evidence;
  const isOutside = allWarnings(input).length > 0;
  return [
    heldOutSentence(definition, summary),
    ...(reference === null
      ? []
      : [
          heldOutDifferences(definition, headlineOf(definition, summary), changedCauses(input, reference)),
          directionText(input, reference, isOutside),
        ]),
    isOutside
      ? 'Some parameter values are outside the calibrated range, so the result is an extrapolation.'
      : 'All parameter values are inside the calibrated range.',
    ...associationTexts(definition, changedCauses(input, reference)),
    ...baselineTexts(definition, summary),
    dataText(data),
  ];
}

/**
 * Whether the interval of the headline difference contains zero. The direction of a cause is clear only if the data assigned the values of all
 * changed parameters at random, and the values are inside the calibrated range.
 */
function directionText(input: ViewInput, reference: Reference, isOutside: boolean): string {
  const { definition } = input;
  const { kind, figure } = shownFigure(input, reference);
  const { label, difference, difference_interval: interval, difference_errors: errors } = figure;
  if (interval === null) return `The difference of “${label}” has no interval, so its direction is uncertain.`;
  if (difference === 0 && interval[0] === 0 && interval[1] === 0)
    return `“${label}” does not change, because nothing in the model connects it with this change.`;
  const text = `The 95% interval of the difference of “${label}”, ${kind === 'share' ? `${range(interval, points)} points` : range(interval, change)},`;
  if (interval[0] <= 0 && interval[1] >= 0) return `${text} contains zero: the result is consistent with no change.`;
  const excluded = `${text} does not contain zero`;
  if (isOutside)
    return `${excluded}, but it does not include the error of an extrapolation, which can change the direction too.`;
  if (!changedCauses(input, reference).every((parameter) => isRandomized(parameter, definition.evidence)))
    return `${excluded}. The data did not assign the changed values at random, so it is the direction of an association.`;
  return errors.model === null
    ? `${excluded}: within this model, the direction of the change is clear. The error of the model is not known for this change.`
    : `${excluded}: the direction of the change is clear.`;
}
