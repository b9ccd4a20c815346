import { type Narrative, type Reason } from '../../../definition/narrative.schema.js';
import { type Explanation } from '../../../model/explain.js';
import { displayDifference, displayQuantity } from '../../../transcript/quantity.js';
import { strengthLabel, minReportedWeight } from '../../../transcript/strength.js';
import { asSentence, fillTemplate } from '../../../transcript/template.js';
import { type ConditionalLogit } from '../schema.js';

const maxReasonsFor = 3;
const maxReasonsAgainst = 2;

interface Pair {
  readonly chosen: { readonly id: string; readonly noun: string };
  readonly other: { readonly id: string; readonly noun: string };
}

/** What spoke for the alternative chosen and against it, compared with the one that came second: the weightiest reasons first. */
export function describeReasons(
  decision: ConditionalLogit,
  { reasons }: Narrative,
  explanation: Explanation,
  pair: Pair,
): string[] {
  const told = reasons
    .flatMap((reason) => {
      const weight = weightOf(reason, explanation, pair);
      const text =
        Math.abs(weight) < minReportedWeight ? undefined : describeReason(decision, reason, weight, explanation, pair);
      return text === undefined ? [] : [{ weight, text }];
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const list = (some: typeof told) =>
    some.map(({ weight, text }) => `${strengthLabel(weight)}, that ${text}`).join('; ');
  const inFavour = told.filter(({ weight }) => weight > 0).slice(0, maxReasonsFor);
  const against = told.filter(({ weight }) => weight < 0).slice(0, maxReasonsAgainst);
  const comparison = `${pair.chosen.noun} over ${pair.other.noun}`;
  return [
    inFavour.length > 0
      ? asSentence(`what speaks for ${comparison}: ${list(inFavour)}`)
      : asSentence(`of what I compare, nothing much speaks for ${comparison}`),
    ...(against.length > 0 ? [asSentence(`what speaks against it: ${list(against)}`)] : []),
  ];
}

/** By how much utility a reason favours the alternative chosen. */
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
  const [favoured, lessFavoured] = weight > 0 ? [chosen, other] : [other, chosen];
  const words = {
    chosen: chosen.noun,
    other: other.noun,
    favoured: favoured.noun,
    less_favoured: lessFavoured.noun,
    it: weight > 0 ? 'it' : other.noun,
  };
  if (!reason.variable) return reason.text && fillTemplate(reason.text, words);

  const unit = variables.find(({ id }) => id === reason.variable)?.unit ?? '';
  const own = perceived[reason.variable]?.[chosen.id];
  const rival = perceived[reason.variable]?.[other.id];
  const template =
    own === undefined
      ? reason.absent_chosen
      : rival === undefined
        ? reason.absent_other
        : own < rival
          ? reason.less
          : reason.more;
  return (
    template &&
    fillTemplate(template, words, {
      difference: displayDifference(own ?? 0, rival ?? 0, unit),
      chosen_value: displayQuantity(own ?? 0, unit),
      other_value: displayQuantity(rival ?? 0, unit),
    })
  );
}
