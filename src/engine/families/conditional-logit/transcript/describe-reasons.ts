import type { Narrative, Reason } from '../../../definition/narrative.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import type { Explanation } from '../../../model/explain.js';
import type { AgentRecord } from '../../../transcript/agent-record.js';
import { meetsCondition } from '../../../transcript/conditions.js';
import { displayDifference, displayQuantity } from '../../../transcript/quantity.js';
import { describeEffects } from '../../../transcript/reasons/describe-effects.js';
import type { Effects } from '../../../transcript/reasons/effects.js';
import type { Paragraph } from '../../../transcript/sentence.js';
import { fillTemplate } from '../../../transcript/template.js';
import type { ConditionalLogit } from '../schema.js';

/** The chosen alternative and the runner-up. */
export interface Pair {
  readonly chosen: { readonly id: string; readonly noun: string };
  readonly other: { readonly id: string; readonly noun: string };
}

/** Describes the reasons for and against the chosen alternative compared with the runner-up, and the difference in systematic utility. */
export function describeReasons(
  decision: ConditionalLogit,
  { reasons: { length } }: Narrative,
  [scenario, agent]: readonly [Scenario, AgentRecord],
  explanation: Explanation,
  effects: Effects,
  pair: Pair,
): Paragraph[] {
  const { chosen, other } = pair;
  const favored = (weight: number) => (weight > 0 ? chosen.noun : other.noun);
  const lessFavored = (weight: number) => (weight > 0 ? other.noun : chosen.noun);
  const comparison = `${chosen.noun} over ${other.noun}`;
  const paragraphs = describeEffects(
    effects,
    ({ reason, weight }) =>
      reason.when && !meetsCondition(reason.when, agent, scenario)
        ? undefined
        : describeReason(decision, reason, weight, explanation, pair),
    {
      heading: (direction) =>
        direction === 'for' ? `main reasons for ${comparison}` : `main reasons against ${chosen.noun}`,
      subject: () => `for ${comparison}`,
      favors: (weight) => `favor ${favored(weight)}`,
      total: (weight) => `in total, systematic utility favors ${favored(weight)} over ${lessFavored(weight)}`,
      balanced: `in total, systematic utility hardly differs between ${chosen.noun} and ${other.noun}`,
    },
    true,
  );
  // Without reasons in the narrative, only the sum is known.
  return length > 0 ? paragraphs : paragraphs.slice(-1);
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
