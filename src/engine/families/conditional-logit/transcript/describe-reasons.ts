import type { Narrative, Reason } from '../../../definition/narrative.schema.js';
import type { Explanation } from '../../../model/explain.js';
import { displayDifference, displayQuantity } from '../../../transcript/quantity.js';
import { listReasons, minReportedWeight } from '../../../transcript/strength.js';
import { asSentence, fillTemplate } from '../../../transcript/template.js';
import type { ConditionalLogit } from '../schema.js';

const maxReasonsFor = 3;
const maxReasonsAgainst = 2;

/** The chosen alternative and the runner-up. */
interface Pair {
  readonly chosen: { readonly id: string; readonly noun: string };
  readonly other: { readonly id: string; readonly noun: string };
}

/** Describes the reasons for and against the chosen alternative compared with the runner-up, strongest first. */
export function describeReasons(
  decision: ConditionalLogit,
  { reasons }: Narrative,
  explanation: Explanation,
  pair: Pair,
): string[] {
  const reported = reasons
    .flatMap((reason) => {
      const weight = weightOf(reason, explanation, pair);
      const text =
        Math.abs(weight) < minReportedWeight ? undefined : describeReason(decision, reason, weight, explanation, pair);
      return text === undefined ? [] : [{ weight, text }];
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const inFavor = reported.filter(({ weight }) => weight > 0).slice(0, maxReasonsFor);
  const against = reported.filter(({ weight }) => weight < 0).slice(0, maxReasonsAgainst);
  const comparison = `${pair.chosen.noun} over ${pair.other.noun}`;
  return [
    inFavor.length > 0
      ? asSentence(`main reasons for ${comparison}: ${listReasons(inFavor)}`)
      : asSentence(`none of the reasons in the model clearly favors ${comparison}`),
    ...(against.length > 0 ? [asSentence(`main reasons against it: ${listReasons(against)}`)] : []),
  ];
}

/** Utility difference in favor of the chosen alternative that is due to a reason. */
function weightOf(reason: Reason, { contributions }: Explanation, { chosen, other }: Pair): number {
  return reason.terms.reduce(
    (sum, term) => sum + (contributions[term]?.[chosen.id] ?? 0) - (contributions[term]?.[other.id] ?? 0),
    0,
  );
}

function describeReason(
  { variables }: ConditionalLogit,
  reason: Reason,
  weight: number,
  { perceived }: Explanation,
  { chosen, other }: Pair,
): string | undefined {
  const [favored, lessFavored] = weight > 0 ? [chosen, other] : [other, chosen];
  const words = {
    chosen: chosen.noun,
    other: other.noun,
    favoured: favored.noun,
    less_favoured: lessFavored.noun,
    it: weight > 0 ? 'it' : other.noun,
  };
  if (!reason.variable) return reason.text && fillTemplate(reason.text, words);

  const unit = variables.find(({ id }) => id === reason.variable)?.unit ?? '';
  const chosenValue = perceived[reason.variable]?.[chosen.id];
  const otherValue = perceived[reason.variable]?.[other.id];
  const template =
    chosenValue === undefined
      ? reason.absent_chosen
      : otherValue === undefined
        ? reason.absent_other
        : chosenValue < otherValue
          ? reason.less
          : reason.more;
  return (
    template &&
    fillTemplate(template, words, {
      difference: displayDifference(chosenValue ?? 0, otherValue ?? 0, unit),
      chosen_value: displayQuantity(chosenValue ?? 0, unit),
      other_value: displayQuantity(otherValue ?? 0, unit),
    })
  );
}
