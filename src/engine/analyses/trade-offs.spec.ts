import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../definition/definition.schema.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { withBoxCox, withRandomTastes } from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { fiellerSet, ratioStandardError } from './ratio-interval.js';
import { tradeOffsOf } from './trade-offs.js';

const read = (slug: string) =>
  parseDefinition(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')),
  ) as WorkflowOf<ConditionalLogit>;
const swissmetro = read('swissmetro-mode-choice');
const estimate = (id: string) => swissmetro.decision.coefficients.find((one) => one.id === id)!.estimate;

describe('trade-offs', () => {
  const { cost, trade_offs: all, left_out } = tradeOffsOf(swissmetro)!;
  const find = (feature: string, category?: string) =>
    all.find((one) => one.feature === feature && one.applies_to?.categories[0] === category)!;

  it('The value of time is the ratio of the time and the cost coefficient, in money an hour', () => {
    expect(cost).toEqual({ variable: 'cost', label: 'Cost', unit: 'CHF' });
    expect(left_out).toEqual([]);
    const time = find('time');
    expect(time).toMatchObject({ kind: 'value_of_time', unit: 'CHF/hour', applies_to: null, method: 'fieller' });
    expect(time.alternatives).toEqual(['train', 'swissmetro', 'car']);
    expect(time.estimate).toBeCloseTo((60 * estimate('time')) / estimate('cost'), 10);
  });

  it('An interaction of the cost gives the agents of its category their own value of time', () => {
    const own = find('time', 'employer');
    expect(own.estimate).toBeCloseTo((60 * estimate('time')) / (estimate('cost') + estimate('cost_employer_pays')), 10);
    expect(own.applies_to).toMatchObject({ attribute: 'who_pays', label: 'Who pays for the trip: Employer' });
  });

  it('The willingness to pay for a disliked feature is negative', () => {
    const seats = find('airline_seats');
    expect(seats).toMatchObject({ kind: 'willingness_to_pay', unit: 'CHF', alternatives: ['swissmetro'] });
    expect(seats.estimate).toBeCloseTo((-100 * estimate('sm_airline_seats')) / estimate('cost'), 10);
    expect(seats.set!.limits![1]).toBeLessThan(0);
  });

  it('An imprecise cost coefficient gives an unbounded set, and a bounded interval with the delta method', () => {
    const catsup = read('catsup-brand-choice');
    const ofClass = (method: 'fieller' | 'delta') =>
      tradeOffsOf(catsup, method)!.trade_offs.find((one) => one.class === 'not_the_price')!;
    expect(ofClass('fieller').set!.shape).toBe('outside');
    const delta = ofClass('delta');
    expect(delta.set!.shape).toBe('bounded');
    const [low, high] = delta.set!.limits!;
    expect((high - low) / 2).toBeCloseTo(1.959964 * delta.errors.estimation!, 4);
    expect(delta.missing_parts).toEqual(['model']);
  });

  it('Few degrees of freedom widen the sets, and fractions of them count from 10', () => {
    const halfWidth = (degrees: number) => {
      const definition = structuredClone(swissmetro);
      definition.evidence.covariance!.degrees_of_freedom = degrees;
      const { set, errors } = tradeOffsOf(definition, 'delta')!.trade_offs[0]!;
      return (set!.limits![1] - set!.limits![0]) / 2 / errors.estimation!;
    };
    // Reference values: quantiles of Student's t from R.
    expect(halfWidth(12.25)).toBeCloseTo(2.1738914, 5);
    expect(halfWidth(9.7)).toBeCloseTo(2.2621572, 5);
  });

  it.each(['fieller', 'delta'] as const)(
    'Without a covariance of the coefficients, the set is unknown: %s',
    (method) => {
      const definition = structuredClone(swissmetro);
      delete definition.evidence.covariance;
      const [own] = tradeOffsOf(definition, method)!.trade_offs;
      expect([own!.set, own!.errors.estimation]).toEqual([null, null]);
    },
  );

  it('Alternatives with own coefficients have own trade-offs', () => {
    const definition = structuredClone(swissmetro);
    const time = definition.decision.terms.find(({ id }) => id === 'time')!;
    definition.decision.terms.push({ ...time, id: 'time_car', coefficient: 'headway', alternatives: ['car'] });
    time.alternatives = ['train', 'swissmetro'];
    const own = tradeOffsOf(definition)!.trade_offs.filter((one) => one.feature === 'time' && !one.applies_to);
    expect(own.map(({ alternatives }) => alternatives)).toEqual([['train', 'swissmetro'], ['car']]);
    expect(own[1]!.estimate).toBeCloseTo((60 * estimate('headway')) / estimate('cost'), 10);
  });

  it('A random coefficient has no single trade-off', () => {
    const { left_out: omitted, trade_offs } = tradeOffsOf(withRandomTastes(swissmetro))!;
    expect(omitted).toEqual([{ feature: 'time', label: 'Travel time', reason: 'random_coefficient' }]);
    expect(trade_offs.some(({ feature }) => feature === 'headway')).toBe(true);
  });

  it('An effect that depends on a number of the agent is left out', () => {
    const definition = structuredClone(swissmetro);
    definition.decision.terms
      .find(({ id }) => id === 'headway')!
      .factors.push({ attribute: 'train_time', transform: 'log' });
    const { left_out: omitted } = tradeOffsOf(definition)!;
    expect(omitted).toEqual([{ feature: 'headway', label: 'Time between departures', reason: 'depends_on_agent' }]);
  });

  it('A transformed variable has no trade-off, because the utility of one more unit depends on its value', () => {
    const { left_out: omitted, trade_offs } = tradeOffsOf(withBoxCox(swissmetro))!;
    expect(omitted.map(({ feature, reason }) => [feature, reason])).toEqual([
      ['time', 'depends_on_agent'],
      ['time', 'depends_on_agent'],
      ['headway', 'depends_on_agent'],
    ]);
    expect(trade_offs.some(({ feature }) => feature === 'airline_seats')).toBe(true);
  });

  it('A transformed cost gives no value of money', () => {
    const definition = structuredClone(withBoxCox(swissmetro));
    definition.decision.variables.find(({ id }) => id === 'cost')!.box_cox = { power: 'time_power', at: 50 };
    expect(tradeOffsOf(definition)).toBeUndefined();
  });

  it.each(['alt-fuel-vehicle-choice', 'health-insurance-visits', 'hiv-test-incentive', 'technology-adoption-bass'])(
    'A model without a cost has no trade-offs: %s',
    (slug) => expect(tradeOffsOf(read(slug))).toBeUndefined(),
  );
});

describe('the confidence set of a ratio', () => {
  const base = { numerator: 3, denominator: 2, numeratorVariance: 0.5, denominatorVariance: 0.2, covariance: 0.1 };
  const quantile = 1.96;
  /** Whether the data reject the ratio. */
  const isRejected = (estimates: typeof base, ratio: number) => {
    const variance =
      estimates.numeratorVariance - 2 * ratio * estimates.covariance + ratio ** 2 * estimates.denominatorVariance;
    return Math.abs(estimates.numerator - ratio * estimates.denominator) > quantile * Math.sqrt(variance);
  };
  const cases: [string, typeof base][] = [
    ['bounded', base],
    ['outside', { ...base, denominator: 0.5 }],
    ['everything', { ...base, numerator: 0.1, denominator: 0.1 }],
    ['bounded', { ...base, numerator: -3, covariance: -0.2 }],
  ];

  it.each(cases)('It contains exactly the ratios that the data do not reject: %s', (shape, estimates) => {
    const set = fiellerSet(estimates, quantile);
    expect(set.shape).toBe(shape);
    for (let ratio = -20; ratio <= 20; ratio += 0.037) {
      const inside = set.limits ? ratio > set.limits[0] && ratio < set.limits[1] : true;
      expect(isRejected(estimates, ratio)).toBe(set.shape === 'bounded' ? !inside : set.shape === 'outside' && inside);
    }
  });

  it('With a precise denominator, it is the interval of the delta method', () => {
    const precise = { ...base, denominatorVariance: 0, covariance: 0 };
    const [low, high] = fiellerSet(precise, quantile).limits!;
    expect((high - low) / 2).toBeCloseTo(quantile * ratioStandardError(precise), 10);
  });
});
