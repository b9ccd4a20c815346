import { type IssueList } from '../../definition/issue-list.js';
import { type References } from '../../definition/references.js';
import { isChoice } from '../../definition/scenario.schema.js';
import { type WillingnessToPay } from './schema.js';

/** The price must be a number of the scenario that nothing else reads, and the prices of the curve must rise. */
export function checkWillingnessToPay(
  list: IssueList,
  { outcomes, price, curve, amount }: WillingnessToPay,
  { parameters }: References,
): void {
  list.unique(
    ['decision', 'outcomes'],
    outcomes.map(({ id }) => id),
    'outcome',
  );
  const asked = parameters.get(price);
  const path = ['decision', 'price'];
  if (!asked) list.known(path, price, new Set(parameters.keys()), 'parameter');
  else if (isChoice(asked)) list.add(path, `"${price}" is one of some options, not a price`);
  else {
    if (asked.minimum <= 0) list.add(path, `"${price}" may be ${asked.minimum}, but a price is more than 0`);
    if (asked.unit !== amount.unit) list.add(path, `"${price}" is in ${asked.unit}, but amounts are in ${amount.unit}`);
  }
  if (curve.prices.some((own, index) => index > 0 && own <= curve.prices[index - 1]!))
    list.add(['decision', 'curve', 'prices'], 'must rise');
}
