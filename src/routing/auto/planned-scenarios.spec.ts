import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import type { Reading } from '../../../questions/reading.js';
import { plannedScenarios, possibleScenarios, suggestedGoal } from './planned-scenarios.js';
import { outsideWarnings, warningsOf } from './alternatives.js';

const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
const fare = 'swissmetro_cost_factor';
const train = 'train_cost_factor';
const nothing: Reading = { kind: 'scenario', values: [], arms: [], goal: null, segments: [], notRead: [] };
const lower = { parameter: fare, value: 0.8, words: '20% lower fares', source: 'read' } as const;
const arms = [
  { words: '10', values: { [fare]: 0.9, [train]: 0.5 } },
  { words: '20%', values: { [fare]: 0.8, [train]: 0.5 } },
];
const booked = {
  words: 'seats can be booked online',
  reason: 'no_parameter',
  parameters: [],
  candidates: [],
} as const satisfies Reading['notRead'][number];
const trains = {
  words: 'trains change',
  reason: 'no_amount',
  parameters: [train],
  candidates: [{ [train]: 0.9 }, { [train]: 1.1 }],
} as const satisfies Reading['notRead'][number];
const goal = {
  parameter: fare,
  objective: { goal: 'reach', share: 'swissmetro', target: 0.65 },
  words: '65%',
} as const;

describe('the scenarios of a question', () => {
  it('A question without values runs the baseline', () => {
    expect(plannedScenarios(definition, nothing)).toMatchObject({
      scenarios: [{ scenarioContext: {} }],
      interpreted: [],
    });
  });

  it('All arms share the values of the question, and the values of the first arm are listed as read', () => {
    const { scenarios, interpreted } = plannedScenarios(definition, {
      ...nothing,
      values: [{ ...lower, parameter: 'car_cost_factor' }],
      arms,
    });
    expect(scenarios.map(({ scenarioContext }) => scenarioContext)).toEqual([
      { car_cost_factor: 0.8, [fare]: 0.9, [train]: 0.5 },
      { car_cost_factor: 0.8, [fare]: 0.8, [train]: 0.5 },
    ]);
    expect(interpreted.map(({ parameter, source }) => [parameter, source])).toEqual([
      ['car_cost_factor', 'read'],
      [fare, 'read'],
      [train, 'read'],
    ]);
  });

  it('Suggestions are inside the calibrated range and never guess a direction', () => {
    const candidatesOf = (
      candidates: Reading['notRead'][number]['candidates'],
      reason = trains.reason as 'ambiguous',
    ) =>
      plannedScenarios(definition, { ...nothing, notRead: [{ ...trains, reason, candidates }] }).not_read[0]!
        .candidates;
    expect(candidatesOf([...trains.candidates, { [train]: 3 }])).toEqual(trains.candidates);
    expect(candidatesOf([{ [train]: 0.9 }])).toEqual([]);
    expect(candidatesOf([{ [train]: 0.9 }], 'ambiguous')).toEqual([{ [train]: 0.9 }]);
  });

  describe('the coverage', () => {
    const coverageOf = (parts: Partial<Reading>, overrides = {}) =>
      plannedScenarios(definition, { ...nothing, ...parts }, overrides).coverage;

    it('It is full if all changes of the question are used, and if a denied change does not happen', () => {
      expect(coverageOf({})).toBe('full');
      expect(coverageOf({ values: [lower] })).toBe('full');
      expect(coverageOf({ notRead: [{ ...trains, reason: 'negated' }] })).toBe('full');
      expect(coverageOf({ arms: [{ words: '', values: {} }, arms[0]!] })).toBe('full');
    });

    it('It is partly if words were not used and a value changes, and baseline_only if none changes', () => {
      expect(coverageOf({ values: [lower], notRead: [booked] })).toBe('partly');
      expect(coverageOf({ arms, notRead: [booked] })).toBe('partly');
      expect(coverageOf({ notRead: [booked] })).toBe('baseline_only');
      expect(coverageOf({ values: [{ ...lower, value: 1 }], notRead: [booked] })).toBe('baseline_only');
      expect(coverageOf({ goal })).toBe('baseline_only');
    });

    it('It is full again if an override sets the parameter of the words', () => {
      expect(coverageOf({ notRead: [trains] }, { [train]: 0.9 })).toBe('full');
      expect(coverageOf({ goal }, { [fare]: 0.9 })).toBe('full');
      expect(coverageOf({ notRead: [booked] }, { [fare]: 0.9 })).toBe('partly');
    });
  });

  it('Words without a value get possible changes of the parameters with the most similar names, in their direction', () => {
    const nearestOf = (slug: string, words: string, parameters: string[] = []) =>
      plannedScenarios(readBuiltInWorkflows().get(slug)!.definition, {
        ...nothing,
        notRead: [{ ...booked, words, parameters }],
      }).not_read[0]!.nearest;
    expect(nearestOf('gotv-social-pressure', 'a letter from the governor', ['mailing'])).toContainEqual({
      mailing: 'neighbors',
    });
    const prices = nearestOf('catsup-brand-choice', 'I raise my price by 10%')!;
    expect(prices.map((values) => Object.keys(values)[0])).toEqual([
      ...['hunts32_price', 'heinz28_price', 'heinz32_price', 'heinz41_price'],
    ]);
    expect(prices.every((values) => Number(Object.values(values)[0]) > 1)).toBe(true);
    expect(nearestOf('swissmetro-mode-choice', 'wifi on board')).toEqual([]);
  });

  it('Values outside the data have one warning each, with the range of the data', () => {
    const warning = { parameter: fare, value: 0.5, calibrated_range: [0.75, 1.4] } as const;
    expect(outsideWarnings(definition, [warning, warning])).toEqual([
      'Swissmetro fare 50% lower is outside the data (25% lower to 40% higher); the result is an extrapolation.',
    ]);
  });

  it('An override replaces a value and keeps its words', () => {
    const { scenarios, interpreted } = plannedScenarios(definition, { ...nothing, values: [lower] }, { [fare]: 0.5 });
    expect(scenarios[0].scenarioContext).toEqual({ [fare]: 0.5 });
    expect(interpreted).toEqual([{ parameter: fare, value: 0.5, words: lower.words, source: 'override' }]);
  });

  it('Arms that differ only in an overridden parameter are one scenario, with their other values', () => {
    const { scenarios } = plannedScenarios(definition, { ...nothing, arms }, { [fare]: 0.7 });
    expect(scenarios).toMatchObject([{ scenarioContext: { [fare]: 0.7, [train]: 0.5 } }]);
  });

  it('An override settles doubts about its parameter and the goal over it', () => {
    const planned = plannedScenarios(
      definition,
      { ...nothing, goal, notRead: [trains, booked] },
      { [train]: 1.2, [fare]: 1 },
    );
    expect(planned).toMatchObject({ goal: null, not_read: [booked] });
  });

  it('Possible scenarios are the values that were read with each candidate, and all of them are valid', () => {
    const outside = { ...trains, candidates: [...trains.candidates, { [train]: 1e9 }] };
    const planned = plannedScenarios(definition, { ...nothing, values: [lower], notRead: [outside, booked] });
    expect(possibleScenarios(definition, planned)).toEqual([
      { [fare]: 0.8, [train]: 0.9 },
      { [fare]: 0.8, [train]: 1.1 },
    ]);
  });

  it('A goal is suggested with the agents and the seed of the simulation, and one that no search accepts is not', () => {
    const run = { agentCount: 100, seed: 7 };
    const planned = plannedScenarios(definition, { ...nothing, goal });
    expect(suggestedGoal(definition, planned, run)).toMatchObject({ body: { agent_count: 100, seed: 7 } });
    const impossible = { ...goal, objective: { ...goal.objective, share: 'airship' } };
    expect(suggestedGoal(definition, plannedScenarios(definition, { ...nothing, goal: impossible }), run)).toBeNull();
  });
});

describe('the warnings of a question', () => {
  it('A change without a parameter is first, and the sentence states that the baseline runs', () => {
    const warnings = warningsOf(
      definition,
      plannedScenarios(definition, { ...nothing, notRead: [trains, booked] }),
      null,
    );
    expect(warnings[0]).toMatch(
      /^The workflow has no parameter for “seats can be booked online”; this is the baseline\. Did you mean “Swissmetro trains with airline-type seats: /,
    );
    expect(warnings).toHaveLength(2);
  });

  it('A scenario that leaves words out does not contain them, and an assumption names its value', () => {
    const assumed = { ...lower, words: 'cheaper fares', source: 'assumed' } as const;
    expect(
      warningsOf(definition, plannedScenarios(definition, { ...nothing, values: [assumed], notRead: [booked] }), null),
    ).toEqual([
      expect.stringContaining('no parameter for “seats can be booked online”; the results do not include it. Did you'),
      '“cheaper fares” names no amount; assumed: Swissmetro fare 20% lower.',
    ]);
  });

  it('Only a goal that has a suggested request is announced', () => {
    const planned = plannedScenarios(definition, { ...nothing, kind: 'goal', goal });
    const suggested = suggestedGoal(definition, planned, { agentCount: 100, seed: 7 });
    expect(warningsOf(definition, planned, suggested)).toEqual([expect.stringContaining('this is the baseline')]);
    expect(warningsOf(definition, planned, null)).toEqual([]);
  });

  it('A baseline without unused words has no warning', () => {
    expect(warningsOf(definition, plannedScenarios(definition, { ...nothing, kind: 'baseline' }), null)).toEqual([]);
  });
});
