import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { compile } from '../simulation/compile.js';
import { simulateChunk } from '../simulation/simulate-chunk.js';
import {
  withBoundedTastes,
  withBoxCox,
  withCorrelatedTastes,
  withMoney,
  withRandomTastes,
  withTastes,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { fiellerSet, ratioStandardError } from './trade-off-utilities.js';
import { tradeOffsOf } from './trade-offs.js';

const read = (slug: string) =>
  parseDefinition(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')),
  ) as WorkflowOf<ConditionalLogit>;
const swissmetro = read('../model/testing/linear-mode-choice');
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

  it('An estimate names the agents whose additional coefficient it leaves out', () => {
    const labelsOf = (definition: WorkflowOf<ConditionalLogit>, category?: string) =>
      tradeOffsOf(definition)!
        .trade_offs.find((one) => one.feature === 'time' && one.applies_to?.categories[0] === category)!
        .excludes.map(({ label }) => label);
    expect(labelsOf(swissmetro)).toEqual(['Who pays for the trip: Employer']);
    expect(labelsOf(swissmetro, 'employer')).toEqual([]);
    const definition = structuredClone(swissmetro);
    const factors = [{ variable: 'cost' }, { indicator: { attribute: 'sex', in: ['female'] } }];
    const cost = definition.decision.terms.find(({ id }) => id === 'cost')!;
    definition.decision.terms.push({ ...cost, id: 'cost_women', coefficient: 'headway', factors });
    const women = 'Sex: Woman';
    expect(labelsOf(definition)).toEqual(['Who pays for the trip: Employer', women]);
    expect(labelsOf(definition, 'employer')).toEqual([women]);
    expect(labelsOf(definition, 'female')).toEqual(['Who pays for the trip: Employer']);
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

/** Swissmetro with log-normal tastes of time and cost, for all payers. */
function withTwoLogNormals() {
  return withTastes(withRandomTastes(swissmetro), (decision) => {
    Object.assign(
      decision.coefficients.find(({ id }) => id === 'cost')!,
      {
        estimate: Math.log(1.1),
        taste: { distribution: 'log_normal', sign: -1, spread: 'cost_spread', correlated_with: { time: 'time_cost' } },
      },
    );
    decision.coefficients.push(
      { id: 'cost_spread', label: 'Spread of cost', estimate: 0.5 },
      { id: 'time_cost', label: 'Loading of cost on time', estimate: 0.3 },
    );
    decision.terms = decision.terms.filter(({ id }) => id !== 'cost_employer_pays');
    decision.coefficients = decision.coefficients.filter(({ id }) => id !== 'cost_employer_pays');
  }) as WorkflowOf<ConditionalLogit>;
}

/** Adds a covariance with some correlation of all coefficients. */
function withCovariance(definition: WorkflowDefinition): WorkflowDefinition {
  const { coefficients } = definition.decision;
  const matrix = coefficients.map((_, i) => coefficients.map((_own, j) => (i === j ? 0.01 : i + j === 9 ? 0.004 : 0)));
  const covariance = { method: 'robust', coefficients: coefficients.map(({ id }) => id), matrix };
  return { ...definition, evidence: { ...definition.evidence, covariance } };
}

describe('trade-offs of random coefficients', () => {
  const cases: [string, WorkflowDefinition, string, number][] = [
    ['a log-normal coefficient', withRandomTastes(swissmetro), 'time', 60],
    ['a triangular coefficient', withBoundedTastes(swissmetro), 'time', 60],
    ['a normal coefficient that is correlated with others', withCorrelatedTastes(swissmetro), 'headway', 60],
    ['two log-normal coefficients that are correlated', withTwoLogNormals(), 'time', 60],
    ['a fixed coefficient and a log-normal coefficient of cost', withTwoLogNormals(), 'sm_airline_seats', -100],
    ['coefficients that are amounts of money', withMoney(swissmetro), 'time', 60],
  ];
  const ofFeature = (definition: WorkflowDefinition, coefficient: string, method?: 'fieller' | 'delta') => {
    const feature = coefficient === 'sm_airline_seats' ? 'airline_seats' : coefficient;
    return tradeOffsOf(definition, method)!.trade_offs.filter((one) => one.feature === feature && !one.applies_to);
  };

  it.each(cases)('10%, 50% and 90% of the agents have smaller amounts: %s', (_, definition, coefficient, scale) => {
    const agents = 4_000;
    const { columns } = simulateChunk(compile(definition, baselineScenario(definition), 1), 0, agents);
    const { coefficients } = definition.decision;
    const own = (id: string, agent: number) =>
      columns.find(({ name }) => name === `taste.${id}`)?.values[agent] ??
      coefficients.find((one) => one.id === id)!.estimate;
    const amounts = Array.from(
      { length: agents },
      (_own, agent) => (scale * own(coefficient, agent)) / own('cost', agent),
    );
    const found = ofFeature(definition, coefficient);
    expect(found.map(({ percentile }) => percentile)).toEqual([10, 50, 90]);
    for (const { percentile, estimate: amount } of found) {
      const share = percentile! / 100;
      const below = amounts.filter((one) => one < amount).length / agents;
      expect(Math.abs(below - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / agents));
    }
  });

  it.each(cases)('Standard errors equal those from small changes of each estimate: %s', (_, given, coefficient) => {
    const definition = withCovariance(given);
    const { matrix } = definition.evidence.covariance!;
    const step = 1e-5;
    const shifted = (position: number, by: number) => {
      const changed = structuredClone(definition);
      changed.decision.coefficients[position]!.estimate += by;
      return ofFeature(changed, coefficient).map(({ estimate: amount }) => amount);
    };
    const slopes = matrix.map((_row, position) => {
      const [above, below] = [shifted(position, step), shifted(position, -step)];
      return above.map((amount, k) => (amount - below[k]!) / (2 * step));
    });
    ofFeature(definition, coefficient).forEach(({ errors }, k) => {
      const variance = slopes.reduce(
        (sum, a, i) => sum + slopes.reduce((line, b, j) => line + a[k]! * b[k]! * matrix[i]![j]!, 0),
        0,
      );
      expect(errors.estimation! / Math.sqrt(variance)).toBeCloseTo(1, 5);
    });
  });

  it.each([
    ['two log-normal coefficients', withTwoLogNormals()],
    ['a log-normal amount of money', withMoney(swissmetro)],
  ])('The interval of a log-normal amount is that of its logarithm, so that it has one sign: %s', (_, given) => {
    for (const { estimate: amount, set, errors, method } of ofFeature(withCovariance(given), 'time', 'fieller')) {
      const [low, high] = set!.limits!;
      expect(method).toBe('delta');
      expect(low).toBeGreaterThan(0);
      expect(low * high).toBeCloseTo(amount ** 2, 6);
      expect(Math.log(high / low) / 2).toBeCloseTo((1.959964 * errors.estimation!) / amount, 6);
    }
  });

  it('Amounts without a closed form are left out: a normal coefficient, and agents with an additional coefficient of cost', () => {
    const normal = withTastes(withTwoLogNormals(), ({ coefficients }) => {
      coefficients.push({ id: 'headway_spread', label: 'Spread of headway', estimate: 0.4 });
      const taste = { distribution: 'normal' as const, spread: 'headway_spread' };
      Object.assign(
        coefficients.find(({ id }) => id === 'headway')!,
        { taste },
      );
    });
    const { trade_offs, left_out } = tradeOffsOf(normal)!;
    expect(left_out).toEqual([{ feature: 'headway', label: 'Time between departures', reason: 'random_coefficient' }]);
    expect(new Set(trade_offs.map(({ feature }) => feature))).toEqual(new Set(['time', 'airline_seats']));

    const added = withTastes(normal, ({ terms }) =>
      terms.push({
        ...{ id: 'cost_first_class', label: 'Cost in first class', coefficient: 'sm_airline_seats', scale: 0.01 },
        factors: [{ variable: 'cost' }, { indicator: { attribute: 'travel_class', in: ['first'] } }],
        alternatives: ['train', 'swissmetro', 'car'],
      }),
    );
    expect(ofFeature(added, 'time')).toHaveLength(3);
    expect(tradeOffsOf(added)!.trade_offs.every(({ applies_to }) => applies_to === null)).toBe(true);
    expect(tradeOffsOf(added)!.left_out).toContainEqual({
      feature: 'time',
      label: 'Travel time',
      reason: 'random_coefficient',
    });
  });
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
