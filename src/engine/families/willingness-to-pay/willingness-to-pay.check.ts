import type { IssueList } from '../../definition/issue-list.js';
import { numericParameterOf, type References } from '../../definition/references.js';
import type { WillingnessToPay } from './willingness-to-pay.schema.js';

/** Checks that the price is a positive number parameter in the unit of the amounts, and that the prices of the curve increase. */
export function checkWillingnessToPay(
  list: IssueList,
  { outcomes, price, curve, amount }: WillingnessToPay,
  references: References,
): void {
  list.unique(
    ['decision', 'outcomes'],
    outcomes.map(({ id }) => id),
    'outcome',
  );
  const path = ['decision', 'price'];
  const message = `"${price}" is a choice parameter, but a price must be a number`;
  const parameter = numericParameterOf(list, path, price, references, message);
  if (parameter) {
    if (parameter.minimum <= 0) list.add(path, `"${price}" can be ${parameter.minimum}, but a price must be above 0`);
    if (parameter.unit !== amount.unit)
      list.add(path, `"${price}" is in ${parameter.unit}, but amounts are in ${amount.unit}`);
  }
  if (curve.prices.some((value, index) => index > 0 && value <= curve.prices[index - 1]!))
    list.add(['decision', 'curve', 'prices'], 'must increase');
}
