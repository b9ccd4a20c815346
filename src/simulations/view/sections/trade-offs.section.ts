import { type TradeOff, tradeOffsOf } from '../../../../model/analyses.js';
import { row, table, text, section } from '../blocks.js';
import { number } from '../format-numbers.js';
import { setText } from '../trade-off-text.js';
import type { ViewInput } from '../view-input.js';
import type { Section } from '../view.schema.js';

/** More rows would make the table long. The API returns all. */
const maxRows = 16;

/** What agents would pay for features of the alternatives. Only for a workflow with an amount of money in its utilities. */
export function tradeOffsSection({ definition, compared }: ViewInput): Section | undefined {
  const found = compared ? undefined : tradeOffsOf(definition);
  if (!found || found.trade_offs.length === 0) return undefined;
  const { cost, trade_offs: all, left_out: leftOut } = found;
  const shown = all.slice(0, maxRows);
  return section(
    'trade-offs',
    'Trade-offs',
    'analyses',
    text([
      `Amounts that agents would pay for one more unit of a feature, or to save one hour, from the coefficients of the feature and of “${cost.label}”. A negative amount means that agents dislike the feature. They do not depend on the scenario.`,
      'No interval includes the error of the model, because the held-out data contain no amounts of money.',
      all.length > shown.length && `${shown.length} of ${all.length} trade-offs are shown; the API returns all.`,
      shown.some(({ percentile }) => percentile !== null) &&
        'If amounts differ between agents, those above the amounts of 10%, 50% and 90% of the agents are shown.',
      leftOut.length > 0 &&
        `Features without an amount for some or all agents: ${leftOut.map(({ label }) => label).join(', ')}.`,
    ]),
    table(
      'What agents would pay',
      ['Feature', 'Amount', '95% confidence set'],
      shown.map((one) => row(labelOf(one), `${number(one.estimate)} ${one.unit}`, setText(one))),
    ),
  );
}

function labelOf({ label, kind, class_label: name, applies_to: group, excludes, percentile }: TradeOff): string {
  const saved = kind === 'value_of_time' ? ', to save one hour' : '';
  const without = excludes.map((one) => `except “${one.label}”`);
  const agents = [name, group?.label, ...without, percentile !== null && `above ${percentile}% of agents`]
    .filter(Boolean)
    .join('; ');
  return `${label}${saved}${agents && ` (${agents})`}`;
}
