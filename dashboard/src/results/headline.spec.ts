import type { Summary } from './figure';
import { headlineOf, type Model } from './headline';
import type { CaseStudy } from '../workflow/use-workflow';

const errors = { simulation: 0.001, estimation: 0.008, population: 0.001, model: null };
const outcome = (id: string, label: string, share: number, baseline: number, interval: [number, number] | null) => ({
  id,
  label,
  count: 0,
  share,
  interval: [share - 0.02, share + 0.02] as [number, number],
  baseline_share: baseline,
  baseline_interval: null,
  difference: share - baseline,
  difference_interval: interval,
  errors,
  difference_errors: errors,
  expected_share: share,
  baseline_expected_share: baseline,
});
const visits = {
  id: 'visits',
  label: 'Doctor visits',
  unit: 'visits',
  mean: 2.206,
  interval: [1.89, 2.56] as [number, number],
  baseline_mean: 3.209,
  baseline_interval: null,
  difference: -1.003,
  difference_interval: [-1.2896, -0.7166] as [number, number],
  errors,
  difference_errors: errors,
  median: 1,
  baseline_median: 1.5,
  tenth_to_ninetieth_percentile: [0, 5] as [number, number],
};

const summaryOf = (parts: Partial<Summary>): Summary => ({
  agent_count: 1000,
  headline: null,
  outcomes: [outcome('train', 'Train', 0.112, 0.123, [-0.016, -0.006])],
  outcome_groups: [],
  measures: [],
  curves: [],
  segments: [],
  flows: [],
  uncertainty: { level: 0.95, method: 'delta', parameter_draws: 0, replicates: null, shares: 'expected' },
  ...parts,
});

const factor = (title: string, unit = '× baseline') => ({
  type: 'number' as const,
  title,
  description: title,
  default: 1,
  minimum: 0,
  maximum: 20,
  'x-unit': unit,
  'x-calibrated-range': [0.8, 1.25],
});
const schemaOf = (properties: Record<string, unknown>) => ({ properties }) as unknown as CaseStudy['scenario_schema'];
const fares: Model = {
  headline_outcome: 'swissmetro',
  scenario_schema: schemaOf({ fare: factor('Swissmetro fare'), time: factor('Train travel time') }),
};

describe('the headline of a simulation', () => {
  it('The headline states the change, the baseline, the value, the difference and its interval', () => {
    const swissmetro = outcome('swissmetro', 'Swissmetro', 0.634, 0.597, [0.02, 0.054]);
    const summary = summaryOf({ outcomes: [...summaryOf({}).outcomes, swissmetro] });
    const { change, result } = headlineOf(fares, {
      scenario_context: { fare: 0.8, time: 1 },
      summary,
      routed_via: null,
    })!;
    expect(`${change}: ${result}`).toBe(
      'Swissmetro fare 20% lower: Swissmetro 59.7% → 63.4%: 3.7 points more (95% interval +2.0 to +5.4)',
    );
  });

  it('The headline is the figure that the summary names, unless the user selects another one', () => {
    const outcomes = ['swissmetro', 'train', 'car'].map((id) => outcome(id, id, 0.2, 0.1, null));
    const headline = { outcome: 'train', why: 'parameter' as const };
    const simulation = {
      scenario_context: { fare: 0.8 },
      summary: summaryOf({ outcomes, headline }),
      routed_via: null,
    };
    expect(headlineOf(fares, simulation)!.figure.id).toBe('train');
    expect(headlineOf(fares, simulation, 'car')!.figure.id).toBe('car');
  });

  it('The headline of a choice in several periods states the effect in each of its periods', () => {
    const outcomes = [outcome('hunts', "Hunt's", 0.103, 0.103, [0, 0])];
    const interval = [0.1, 0.3] as [number, number];
    const point = { share: 0.264, interval, baseline_share: 0.102, difference: 0.162, difference_interval: interval };
    const last = { ...point, share: 0.103, baseline_share: 0.103, difference: 0, difference_interval: null };
    const periods = {
      unit: 'purchase',
      points: [
        { period: 1, ...point },
        { period: 8, ...last },
      ],
    };
    const summary = summaryOf({ outcomes, headline: { outcome: 'hunts', why: 'asked', periods } });
    expect(headlineOf(fares, { scenario_context: { fare: 0.8 }, summary, routed_via: null })!.result).toBe(
      "Hunt's in purchase 1: 10.2% → 26.4%: 16.2 points more (95% interval +10.0 to +30.0); in purchase 8: 10.3% → 10.3%: no difference (95% interval not known)",
    );
  });

  it('A mean is stated in its unit', () => {
    const model = {
      headline_outcome: 'visits',
      scenario_schema: schemaOf({
        plan: {
          type: 'string',
          title: 'Insurance plan',
          description: '',
          default: 'free',
          enum: ['free', 'half'],
          'x-labels': { free: 'Free care', half: '50% coinsurance' },
        },
      }),
    };
    const found = headlineOf(model, {
      scenario_context: { plan: 'half' },
      summary: summaryOf({ measures: [visits] }),
      routed_via: null,
    })!;
    expect(`${found.change}: ${found.result}`).toBe(
      '50% coinsurance instead of Free care: Doctor visits 3.21 → 2.21 visits: 1.00 lower (95% interval −1.29 to −0.72)',
    );
  });

  it('A mean with the unit share is stated in percent and percentage points', () => {
    const cooperation = {
      ...visits,
      id: 'cooperation',
      label: 'Cooperation',
      unit: 'share',
      mean: 0.9,
      baseline_mean: 0.58,
    };
    const measures = [{ ...cooperation, difference: 0.32, difference_interval: [0.07, 0.53] as [number, number] }];
    const model = { ...fares, headline_outcome: 'cooperation' };
    const found = headlineOf(model, {
      scenario_context: { fare: 2 },
      summary: summaryOf({ measures }),
      routed_via: null,
    })!;
    expect(found.change).toBe('Swissmetro fare 2 times the baseline (outside the data)');
    expect(found.result).toBe('Cooperation 58.0% → 90.0%: 32.0 points more (95% interval +7.0 to +53.0)');
  });

  it('The headline of the baseline states the value with its interval and no difference', () => {
    const found = headlineOf(
      { ...fares, headline_outcome: null },
      { scenario_context: {}, summary: summaryOf({}), routed_via: null },
    )!;
    expect(found.isBaseline).toBe(true);
    expect(`${found.change}: ${found.result}`).toBe('Baseline: Train 11.2% (95% interval 9.2% to 13.2%)');
  });

  it('A simulation without a summary has no headline', () => {
    expect(headlineOf(fares, { scenario_context: {}, summary: null, routed_via: null })).toBeUndefined();
  });

  it('A missing interval is stated instead of omitted', () => {
    const outcomes = [outcome('train', 'Train', 0.2, 0.1, null)];
    const found = headlineOf(fares, {
      scenario_context: { fare: 0.8 },
      summary: summaryOf({ outcomes }),
      routed_via: null,
    })!;
    expect(found.result).toBe('Train 10.0% → 20.0%: 10.0 points more (95% interval not known)');
  });

  it('Values with other units name the default, and long lists of changes are shortened', () => {
    const scenario_schema = schemaOf({
      reward: { ...factor('Reward', 'points'), default: 40 },
      reach: { ...factor('Reach', 'share'), default: 1 },
      a: factor('A'),
      b: factor('B'),
    });
    const scenario_context = { reward: 48, reach: 0.4, a: 1.1, b: 0.5 };
    const model = { ...fares, scenario_schema };
    expect(headlineOf(model, { scenario_context, summary: summaryOf({}), routed_via: null })!.change).toBe(
      'Reward 48 points instead of 40 points (outside the data), Reach 40% instead of 100% (outside the data), A 10% higher and 1 more change',
    );
  });

  it('The headline marks a changed value that the data do not contain', () => {
    const simulation = { scenario_context: { fare: 0.5 }, summary: summaryOf({}), routed_via: null };
    expect(headlineOf(fares, simulation)!.change).toBe('Swissmetro fare 50% lower (outside the data)');
  });

  it('The headline begins with an assumed value, or states that no parameter expresses the change', () => {
    const routed = (parts: object) => parts as NonNullable<Parameters<typeof headlineOf>[1]['routed_via']>;
    const changeOf = (scenario_context: Record<string, number>, parts: object) =>
      headlineOf(fares, { scenario_context, summary: summaryOf({}), routed_via: routed(parts) })!.change;
    const interpreted = [{ parameter: 'fare', value: 0.9, words: 'cheaper fares', source: 'assumed' }];
    expect(changeOf({ fare: 0.9 }, { interpreted })).toBe('Assuming Swissmetro fare 10% lower');
    expect(changeOf({ fare: 0.9, time: 1.2 }, { interpreted })).toBe(
      'Assuming Swissmetro fare 10% lower, with Train travel time 20% higher',
    );
    expect(changeOf({ fare: 0.8 }, { interpreted })).toBe('Swissmetro fare 20% lower');
    const not_read = [{ words: 'seats online', reason: 'no_parameter' }];
    expect(changeOf({}, { not_read })).toBe('The workflow has no parameter for “seats online”; this is the baseline');
    expect(changeOf({ fare: 0.8 }, { not_read })).toBe(
      'Swissmetro fare 20% lower (not included: the workflow has no parameter for “seats online”)',
    );
    const ambiguous = [{ words: 'lower prices', reason: 'ambiguous' }];
    expect(changeOf({}, { not_read: ambiguous })).toBe(
      '“lower prices” fits several parameters or values, or may mean another one; this is the baseline',
    );
  });
});
