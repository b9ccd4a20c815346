import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adjustDefinition } from '../adjustments/adjust-definition.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { modelErrorPrior } from './changed-parameters.js';
import { simulate } from '../simulation/simulate.js';
import { parseDefinition } from '../validation/parse-definition.js';

/** The definition of a small sample, whose changes have fractions of their effects as errors. */
function withoutOmittedTerms(json: unknown): WorkflowDefinition {
  const definition = parseDefinition(json);
  delete definition.evidence.errors?.model?.omitted;
  return definition;
}

const read = (slug: string): WorkflowDefinition =>
  withoutOmittedTerms(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const visits = read('health-insurance-visits');

/** The workflow with known model and population errors, and a group of outcomes. */
function withErrors(errors: WorkflowDefinition['evidence']['errors']): WorkflowDefinition {
  const definition = structuredClone(visits);
  definition.evidence.errors = errors;
  definition.evidence.hold_out = { ...definition.evidence.hold_out, segments: heldOutSegments, settings: [] };
  definition.outcome_groups = [{ id: 'at_most_two', label: 'At most two', outcomes: ['none', 'one_or_two'] }];
  return parseDefinition(definition);
}

const heldOutSegments: WorkflowDefinition['evidence']['hold_out']['segments'] = [
  {
    attribute: 'sex',
    category: 'male',
    observations: 500,
    outcomes: [{ outcome: 'none', observed: 0.6, predicted: 0.4, model_error: 0.196 }],
  },
];
const population = {
  respondents: 400,
  replicates: 50,
  ratio: 1.5,
  checks: [{ id: 'none', rows: 0.25, synthetic: 0.22, standard_error: 0.005, gap: 0.02 }],
};
const model = {
  shares: 0.04,
  segment_shares: 0.1,
  measures: { visits: 0.05 },
  segment_measures: { visits: 0.2 },
  curves: null,
  changes: { plan: { shares: null, measures: { visits: 0.3 } } },
  comparisons: 20,
};

const run = (definition: WorkflowDefinition, agentCount = 900) =>
  simulate({ definition, scenario: { ...baselineScenario(definition), plan: 'coinsurance_95' }, seed: 3, agentCount });
const deviationOf = (values: ArrayLike<number>) => {
  const list = Array.from(values);
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  return Math.sqrt(list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1));
};

describe('the error budget', () => {
  const definition = withErrors({ model, population });
  const { summary, columns } = run(definition);
  const valuesOf = (name: string) => columns.find((column) => column.name === name)!.values;
  const outcome = (id: string) => summary.outcomes.find((one) => one.id === id)!;

  it('The simulation error of a share is the deviation of the probabilities over the agents, divided by √agents', () => {
    const { share, errors } = outcome('three_to_five');
    const probabilities = valuesOf('probability.three_to_five');
    expect(share).toBeCloseTo(Array.from(probabilities).reduce((sum, value) => sum + value, 0) / 900, 12);
    expect(errors.simulation).toBeCloseTo(deviationOf(probabilities) / 30, 12);
  });

  it('The population error scales the deviation over agents with the respondents, and includes the gap', () => {
    const deviation = deviationOf(valuesOf('probability.three_to_five'));
    expect(outcome('three_to_five').errors.population).toBeCloseTo((1.5 * deviation) / 20, 12);
    const none = deviationOf(valuesOf('probability.none'));
    expect(outcome('none').errors.population).toBeCloseTo(Math.hypot((1.5 * none) / 20, 0.02), 12);
    expect(outcome('none').difference_errors.population).toBeLessThan(0.02);
  });

  it('The model error of a share is relative to √(p·(1 − p)), and larger in segments', () => {
    const { share, errors } = outcome('none');
    expect(errors.model).toBeCloseTo(0.04 * Math.sqrt(share * (1 - share)), 12);
    const group = summary.segments[0]!.groups[0]!.outcomes[0]!;
    expect(group.errors.model).toBeCloseTo(0.1 * Math.sqrt(group.share * (1 - group.share)), 12);
  });

  it('A segment with a greater held-out error has that, also if the population is restricted to it', () => {
    const ofGroup = (id: string) =>
      summary.segments.find(({ attribute }) => attribute === 'sex')!.groups.find((group) => group.id === id)!
        .outcomes[0]!;
    const relative = 0.196 / Math.sqrt(0.4 * 0.6);
    const men = ofGroup('male');
    expect(men.errors.model).toBeCloseTo(relative * Math.sqrt(men.share * (1 - men.share)), 12);
    const women = ofGroup('female');
    expect(women.errors.model).toBeCloseTo(0.1 * Math.sqrt(women.share * (1 - women.share)), 12);
    const { definition: restricted } = adjustDefinition(
      definition,
      { where: { sex: ['male'] } },
      { seed: 3, agentCount: 900 },
    );
    const [none] = run(restricted).summary.outcomes;
    expect(none!.errors.model).toBeCloseTo(relative * Math.sqrt(none!.share * (1 - none!.share)), 12);
  });

  describe('of changes', () => {
    const trips = read('hiv-test-incentive');
    const changed = (values: Record<string, number>) =>
      simulate({ definition: trips, scenario: { ...baselineScenario(trips), ...values }, seed: 1, agentCount: 200 })
        .summary.outcomes[1]!;
    const errorOf = (values: Record<string, number>) => changed(values).difference_errors.model!;
    const tested = trips.evidence.errors!.model!.changes.incentive!.shares!;

    it('The model error is a fraction of the effect: its own for a tested parameter, that of the prior for others', () => {
      expect(errorOf({ incentive: 1 }) / changed({ incentive: 1 }).difference).toBeCloseTo(tested, 12);
      const other = changed({ distance_factor: 0.5 });
      expect(other.difference_errors.model! / Math.abs(other.difference)).toBeCloseTo(modelErrorPrior.changes, 12);
    });

    it('The model errors of several changes add as squares of fractions of their own effects, which do not cancel', () => {
      const shareOf = (values: Record<string, number>) => changed(values).expected_share;
      const both = shareOf({ incentive: 1, distance_factor: 2 });
      const [near, far] = [shareOf({ distance_factor: 2 }), shareOf({ incentive: 1 })];
      const expected = Math.hypot(tested * (both - near), modelErrorPrior.changes * (both - far));
      expect(errorOf({ incentive: 1, distance_factor: 2 })).toBeCloseTo(expected, 10);
    });

    it('The model error of a difference is symmetric also near a bound, where the interval is cut', () => {
      const uncertain = structuredClone(trips);
      uncertain.evidence.errors!.model!.changes.incentive!.shares = 0.4;
      const scenario = { ...baselineScenario(trips), incentive: 5 };
      const own = simulate({ definition: uncertain, scenario, seed: 1, agentCount: 200 }).summary.outcomes[1]!;
      const { simulation, estimation, population: ofPopulation, model: ofModel } = own.difference_errors;
      const margin = 1.96 * Math.hypot(simulation!, estimation!, ofPopulation!, ofModel!);
      const [low, high] = own.difference_interval!;
      expect((own.difference - low) / margin).toBeCloseTo(1, 1);
      expect(high).toBeCloseTo(1 - own.baseline_share, 12);
    });

    it('A small further change, or a value slightly beyond the calibrated range, changes the error slightly', () => {
      const [alone, further] = [errorOf({ incentive: 1 }), errorOf({ incentive: 1, distance_factor: 0.999 })];
      expect(Math.abs(further / alone - 1)).toBeLessThan(0.01);
      const [inside, outside] = [errorOf({ incentive: 2.84 }), errorOf({ incentive: 2.85 })];
      expect(Math.abs(outside / inside - 1)).toBeLessThan(0.01);
    });

    it('An effect between the arms of an experiment has no model error for all agents, and vanishes near the arms', () => {
      const mailings = read('gotv-social-pressure');
      const { changes } = mailings.evidence.errors!.model!;
      const values = ['control', 'civic_duty', 'hawthorne', 'self', 'neighbors'];
      changes.mailing!.arms = { values, shares: true, measures: [] };
      const of = (scenario: Record<string, number | string>) => {
        const own = { ...baselineScenario(mailings), mailing: 'neighbors', ...scenario };
        return simulate({ definition: mailings, scenario: own, seed: 1, agentCount: 500 }).summary;
      };
      const whole = of({});
      const group = whole.segments[0]!.groups[0]!.outcomes[1]!;
      expect(whole.outcomes[1]!.difference_errors.model).toBe(0);
      expect(group.difference_errors.model).toBeCloseTo(changes.mailing!.shares! * Math.abs(group.difference), 12);
      expect(of({ reach: 0.999 }).outcomes[1]!.difference_errors.model).toBeLessThan(
        0.01 * Math.abs(whole.outcomes[1]!.difference),
      );
    });
  });

  it('The interval of a difference keeps the share of the scenario possible', () => {
    const mailings = read('charity-match-mailing');
    const scenario = { ...baselineScenario(mailings), match: 'three_to_one' };
    const rare = structuredClone(mailings);
    rare.evidence.covariance!.matrix.forEach((row, k) => (row[k] = 4));
    const { outcomes } = simulate({ definition: rare, scenario, seed: 1, agentCount: 500 }).summary;
    for (const { baseline_share: baseline, difference_interval: interval } of outcomes) {
      expect(baseline + interval![0]).toBeGreaterThanOrEqual(0);
      expect(baseline + interval![1]).toBeLessThanOrEqual(1);
    }
  });

  it('The model error of a mean is relative to the mean, and the error of a change to the difference', () => {
    const [mean] = summary.measures;
    expect(mean!.errors.model).toBeCloseTo(0.05 * mean!.mean, 12);
    expect(mean!.difference_errors.model).toBeCloseTo(0.3 * Math.abs(mean!.difference), 12);
    const other = outcome('none');
    expect(other.difference_errors.model).toBeCloseTo(modelErrorPrior.changes * Math.abs(other.difference), 12);
  });

  it('The difference of a mean without an upper bound has an interval of its whole error on both sides', () => {
    const { difference, difference_interval: interval, difference_errors: errors } = summary.measures[0]!;
    const [below, above] = [difference - interval![0], interval![1] - difference];
    const error = Math.hypot(...Object.values(errors).map((part: number | null) => part ?? 0));
    expect(below).toBeCloseTo(above, 12);
    expect(below / error).toBeGreaterThan(1.95);
    expect(below / error).toBeLessThan(2.1);
  });

  it('An outcome group has the sum of the shares, the counts and an error of its own', () => {
    const [group] = summary.outcome_groups;
    const [none, some] = [outcome('none'), outcome('one_or_two')];
    expect(group!.share).toBeCloseTo(none.share + some.share, 12);
    expect(group!.count).toBe(none.count + some.count);
    expect(group!.errors.estimation).toBeLessThan(none.errors.estimation! + some.errors.estimation!);
    expect(group!.errors.estimation).toBeGreaterThan(0);
    expect(summary.segments[0]!.groups[0]!.outcome_groups).toHaveLength(1);
  });

  it('The interval contains all known errors', () => {
    const { share, interval, errors } = outcome('six_or_more');
    const total = Math.hypot(errors.simulation!, errors.estimation!, errors.population!, errors.model!);
    expect((interval![1] - interval![0]) / (2 * 1.96 * total)).toBeCloseTo(1, 1);
    expect(interval![0]).toBeLessThan(share);
  });

  it('Unknown errors are null, and the interval leaves them out', () => {
    const own = run(withErrors(undefined)).summary.outcomes[0]!;
    expect(own.errors).toMatchObject({ population: null, model: null });
    const [wide] = summary.outcomes;
    expect(own.interval![1] - own.interval![0]).toBeLessThan(wide!.interval![1] - wide!.interval![0]);
  });

  it('Few degrees of freedom of the coefficients widen the interval', () => {
    const few = structuredClone(definition);
    few.evidence.covariance!.degrees_of_freedom = 4;
    const [narrow, wide] = [definition, few].map((one) => {
      const { interval } = run({ ...one, evidence: { ...one.evidence, errors: undefined } }).summary.outcomes[0]!;
      return interval![1] - interval![0];
    }) as [number, number];
    expect(wide / narrow).toBeGreaterThan(1.3);
  });

  it.each([1, 2, 5, 29])('%d agents have shares with intervals', (agentCount) => {
    for (const { interval, share } of run(definition, agentCount).summary.outcomes) {
      expect(interval![0]).toBeLessThan(share);
      expect(interval![1]).toBeGreaterThan(share);
    }
  });
});
