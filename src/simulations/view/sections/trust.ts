import { isRandomized, type Parameter, type WorkflowDefinition } from '../../../../model/definition.js';
import { type Headline, headlineOf } from '../../headline.js';
import { associationTexts, baselineTexts, shownFigure } from '../headline-text.js';
import { change, points, range } from '../format-numbers.js';
import { type Contrast, contrastOf, excludesZero, heldOutDifferences, heldOutSentence } from '../held-out-error.js';
import { populationOf, dataText } from '../held-out-population.js';
import { type Reference, allWarnings, changedCauses } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';

/** The strength of the result in a few sentences. The held-out error comes first. */
export function trustTexts(input: ViewInput, reference: Reference | null): string[] {
  const { definition, summary } = input;
  const { data } = definition.evidence;
  const found = headlineOf(definition, summary);
  const population = populationOf(input);
  const changed = changedCauses(input, reference);
  const isOutside = allWarnings(input).length > 0;
  return [
    heldOutSentence(definition, found, population),
    ...(reference === null
      ? []
      : [
          heldOutDifferences(definition, found, changed, population),
          directionText(
            input.definition,
            shownFigure(input, reference),
            changed,
            isOutside,
            contrastOf(definition, found, {
              ...{ changed, population, scenario: input.scenario, reference: reference.scenario },
            }),
          ),
        ]),
    isOutside
      ? 'Some parameter values are outside the calibrated range, so the result is an extrapolation.'
      : 'All parameter values are inside the calibrated range.',
    ...associationTexts(definition, changed),
    ...baselineTexts(input),
    dataText(data),
  ];
}

/**
 * Whether the interval of the headline difference contains zero. No change is stated only if the held-out contrast does not exclude it. The
 * direction of a cause is clear only if the data assigned the values of all changed parameters at random, and the values are inside the calibrated
 * range.
 */
function directionText(
  definition: WorkflowDefinition,
  { kind, figure }: Headline,
  changed: readonly Parameter[],
  isOutside: boolean,
  contrast: Contrast | undefined,
): string {
  const { label, difference, difference_interval: interval, difference_errors: errors } = figure;
  if (interval === null) return `The difference of “${label}” has no interval, so its direction is uncertain.`;
  if (difference === 0 && interval[0] === 0 && interval[1] === 0)
    return `“${label}” does not change, because nothing in the model connects it with this change.`;
  const [format, unit] = kind === 'share' ? [points, ' points'] : [change, ''];
  const text = `The 95% interval of the difference of “${label}”, ${range(interval, format)}${unit},`;
  const isRandom = changed.every((parameter) => isRandomized(parameter, definition.evidence));
  if (interval[0] <= 0 && interval[1] >= 0) {
    if (!contrast || !excludesZero(contrast)) return `${text} contains zero: the result is consistent with no change.`;
    const source = isRandom ? 'the held-out experiment shows' : 'the held-out data show';
    const margin = format(contrast.margin).replace(/^[+−]/, '');
    return `${text} contains zero, but ${source} ${format(contrast.observed)} ± ${margin}${unit}; the model ${format(difference)}${unit}.`;
  }
  const excluded = `${text} does not contain zero`;
  if (isOutside)
    return `${excluded}, but it does not include the error of an extrapolation, which can change the direction too.`;
  if (!isRandom)
    return `${excluded}. The data did not assign the changed values at random, so it is the direction of an association.`;
  return errors.model === null
    ? `${excluded}: within this model, the direction of the change is clear. The error of the model is not known for this change.`
    : `${excluded}: the direction of the change is clear.`;
}
