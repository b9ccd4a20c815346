import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { bestPrice, priceGoal, product, published, solve } from './goals/testing/priced-product.js';
import type { OutcomeValue } from './goals/goal.js';
import { moneyMeasuresOf } from './money-measures.js';

/** The product with another price. */
function priced(changes: object): WorkflowDefinition {
  const definition = product(2, 0.3);
  Object.assign(definition.scenario.parameters[0]!, changes);
  return definition;
}
const revenue = { label: 'Revenue', unit: 'CHF', parameter: 'price', values: { gift: 'price' } };

describe('measures of money', () => {
  it.each([
    ['a price: its revenue', {}, [revenue]],
    ['a price without a currency: its revenue in units', { unit: 'units' }, [{ ...revenue, unit: 'units' }]],
    ['a price with a German label: its revenue', { label: 'Preis', unit: 'units' }, [{ ...revenue, unit: 'units' }]],
    [
      'another amount of money: the amount paid',
      { id: 'voucher', label: 'Voucher', unit: 'EUR per visit' },
      ['Amount paid'],
    ],
    ['an income: none', { id: 'income', label: 'Income' }, []],
    ['a number that is no amount of money: none', { id: 'dose', label: 'Dose', unit: 'mg' }, []],
    ['a factor of individual values: none', { unit: '× own value', typical_change: 0.1 }, []],
  ])('The measures of money are those of %s', (_, changes, expected) => {
    const found = moneyMeasuresOf(priced(changes));
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected.map((own) => (typeof own === 'string' ? { label: own } : own)));
  });

  it('A parameter that multiplies the price of an alternative offers the revenue of this alternative', () => {
    const found = moneyMeasuresOf(published('swissmetro-mode-choice'));
    expect(found).toContainEqual({
      ...{ label: 'Amount paid', unit: 'CHF', parameter: 'swissmetro_cost_factor', values: { swissmetro: 'cost' } },
    });
    expect(found.map(({ parameter }) => parameter)).not.toContain('train_time_factor');
    expect(moneyMeasuresOf(published('conservation-wtp'))).toEqual([]);
  });

  it('The best price with a unit cost has its closed form, as a factor of the price has', () => {
    const [a, b, cost] = [2, 0.3, 4];
    const solved = (gift: OutcomeValue) =>
      solve(product(a, b), { ...priceGoal, objective: { goal: 'maximize', values: { gift } } }, { agentCount: 1 });
    const withCost = solved({ name: 'price', constant: -cost });
    // The price minus the cost is the best price of a product whose constant is lower by the utility of the cost.
    const best = cost + bestPrice(a - b * cost, b);
    expect(withCost.arguments[0]!.value / best).toBeCloseTo(1, 6);
    expect(withCost.objective.value / ((best - cost) / (1 + Math.exp(b * best - a)))).toBeCloseTo(1, 9);
    const half = solved({ name: 'price', factor: 0.5 });
    expect(half.objective.value / (0.5 * solved('price').objective.value)).toBeCloseTo(1, 12);
  });

  it('A variable of an outcome can have a unit cost', () => {
    const swissmetro = published('swissmetro-mode-choice');
    const varied = [{ name: 'swissmetro_cost_factor', from: 0.5, to: 2 }];
    const startOf = (own: OutcomeValue) =>
      solve(swissmetro, { parameters: varied, objective: { goal: 'maximize', values: { swissmetro: own } } }).objective
        .start_value;
    const [price, share] = [startOf('cost'), startOf(1)];
    expect(startOf({ name: 'cost', factor: 2, constant: -10 })).toBeCloseTo(2 * price - 10 * share, 9);
  });
});
