import { markup, type Html } from '../../../common/http/html.js';
import { headlineOf } from '../../headline.js';
import { change, points, range, sentences } from '../format-numbers.js';
import { heldOutDifferences, heldOutSentence } from '../held-out-error.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import { allWarnings } from '../scenario-changes.js';

/** The strength of the result in a few sentences. The held-out error comes first. */
export function trustBox(input: ReportInput, reference: Reference | null): Html {
  const { definition, summary } = input;
  const { data, hold_out: held } = definition.evidence;
  const items = [
    heldOutSentence(definition, summary),
    ...(reference === null ? [] : [differenceText(held), directionText(input)]),
    allWarnings(input).length > 0
      ? 'Some parameter values are outside the calibrated range, so the result is an extrapolation.'
      : 'All parameter values are inside the calibrated range.',
    `The data: ${sentences(data.sample, data.collected)} Other times, countries and populations can differ, and no interval contains that difference.`,
  ];
  return markup`<aside class="trust" id="trust">
<h2>How far to trust this</h2>
<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>
</aside>`;
}

function differenceText(held: Parameters<typeof heldOutDifferences>[0]): string {
  return (
    heldOutDifferences(held) ??
    'The held-out data contain no comparison of two scenarios, so the error of the difference itself is not tested.'
  );
}

/** Whether the interval of the headline difference contains zero. */
function directionText({ definition, summary }: ReportInput): string {
  const { kind, figure } = headlineOf(definition, summary);
  const { label, difference_interval: interval } = figure;
  if (interval === null) return `The difference of “${label}” has no interval, so its direction is uncertain.`;
  const text = `The 95% interval of the difference of “${label}”, ${kind === 'share' ? `${range(interval, points)} points` : range(interval, change)},`;
  return interval[0] > 0 || interval[1] < 0
    ? `${text} does not contain zero: the direction of the change is clear.`
    : `${text} contains zero: the result is consistent with no change.`;
}
