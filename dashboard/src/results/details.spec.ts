import { budgetText, errorBudget } from './error-budget';
import type { CaseStudy, Figure, Summary } from './figure';
import { heldOutChecks, heldOutGroups, heldOutSentence } from './held-out';
import { segmentEffects } from './segment-effects';
import { titleOf } from './title';

const errors = { simulation: 0.003, estimation: 0.004, population: 0, model: null };
const figure = (id: string, difference: number): Figure => ({
  id,
  label: id,
  unit: 'share',
  value: 0.5 + difference,
  interval: null,
  baseline: 0.5,
  baselineInterval: null,
  difference,
  differenceInterval: null,
  errors: { ...errors, model: 0.012 },
  differenceErrors: errors,
});
const outcome = (id: string, difference: number) => {
  const { value, baseline } = figure(id, difference);
  return {
    id,
    label: id,
    count: 0,
    share: value,
    interval: null,
    baseline_share: baseline,
    baseline_interval: null,
    difference,
    difference_interval: null,
    errors,
    difference_errors: errors,
  };
};
const group = (id: string, agent_count: number, difference: number) => ({
  id,
  label: id,
  agent_count,
  outcomes: [outcome('train', difference)],
  outcome_groups: [],
  measures: [],
});
const segments: Summary['segments'] = [
  { attribute: 'sex', label: 'Sex', groups: [group('woman', 500, 0.02), group('man', 500, 0.03)] },
  {
    attribute: 'age',
    label: 'Age',
    groups: [group('young', 400, 0.01), group('old', 590, 0.06), group('oldest', 10, 0.4)],
  },
  { attribute: 'same', label: 'Same', groups: [group('all', 1000, 0.02)] },
];

describe('the effects by group', () => {
  it('Attributes with the largest differences are first, groups with the largest effects are first, and small groups decide nothing', () => {
    const effects = segmentEffects({ segments }, 'train', false, 30);
    expect(effects.map(({ attribute }) => attribute)).toEqual(['age', 'sex']);
    expect(effects[0]!.groups.map(({ label }) => label)).toEqual(['oldest', 'old', 'young']);
    expect(effects[0]!.spread).toBeCloseTo(0.05);
  });

  it('Without the figure, no group is shown', () => {
    expect(segmentEffects({ segments }, 'bus', false, 30)).toEqual([]);
  });
});

describe('the error budget in words', () => {
  it('The text names the known parts, the largest part and the missing part of the difference', () => {
    const budget = errorBudget(figure('train', 0.1), false);
    expect(budget.total).toBeCloseTo(0.005);
    expect(budgetText(budget)).toEqual({
      contains:
        'The interval contains the simulation, estimation and population errors. The largest part is the estimation error, with 64% of the squared error.',
      missing: 'The model error is unknown, and the interval does not contain it: the true uncertainty is larger.',
    });
  });

  it('The baseline has the budget of its value', () => {
    const budget = errorBudget(figure('train', 0), true);
    expect(budget.missing).toEqual([]);
    expect(budgetText(budget).missing).toBe('All parts are known.');
    expect(budgetText(budget, [{ label: 'Fare', budget }]).missing).toBe('All parts are known.');
    const other = errorBudget(figure('train', 0.1), false);
    expect(budgetText(budget, [{ label: 'Fare', budget: other }]).missing).toBe(
      'All parts of this error are known. For “Fare”, the model error is unknown, and the interval does not contain it: the true uncertainty is larger.',
    );
  });

  it('The budget shows each part that the service returns, with the error of calibration targets only if there are any', () => {
    const shown = (all: Figure['errors']) => errorBudget({ ...figure('train', 0.1), differenceErrors: all }, false);
    const labels = (all: Figure['errors']) => shown(all).parts.map(({ label }) => label);
    const four = ['Simulation', 'Estimation', 'Population', 'Model'];
    expect(labels(errors)).toEqual(four);
    expect(labels({ ...errors, targets: 0.012 })).toEqual([...four, 'Calibration target']);
    const budget = shown({ ...errors, targets: 0.012 });
    expect(budget.total).toBeCloseTo(0.013);
    expect(budgetText(budget).contains).toMatch(/largest part is the calibration target error, with 85%/);
    expect(shown({ ...errors, targets: null }).missing).toEqual(['model', 'calibration target']);
  });

  it('An error of zero has no largest part', () => {
    const zero = { simulation: 0, estimation: 0, population: 0, model: 0 };
    const budget = errorBudget({ ...figure('train', 0), differenceErrors: zero }, false);
    expect(budget.parts.map(({ weight }) => weight)).toEqual([0, 0, 0, 0]);
    expect(budgetText(budget).contains).not.toMatch(/largest/);
  });
});

describe('the held-out error', () => {
  type HoldOut = CaseStudy['evidence']['hold_out'];
  const holdOut: HoldOut = {
    observations: 100,
    respondents: 100,
    scores: [],
    segments: [],
    outcomes: [{ outcome: 'train', observed: 0.6, observed_standard_error: 0.02, predicted: 0.57 }],
  };
  const summary = {
    outcomes: [{ ...outcome('train', 0), label: 'Train', expected_share: 0, baseline_expected_share: 0 }],
    outcome_groups: [],
    measures: [],
  } as unknown as Summary;

  it('One sentence compares the predicted with the observed value of the headline', () => {
    const { shares } = heldOutChecks(holdOut, summary);
    expect(shares[0]!.observedInterval![0]).toBeCloseTo(0.5608);
    expect(heldOutSentence(holdOut, shares[0])).toBe(
      'In data that were not used for fitting, “Train” was 60.0%; the model predicts 57.0%, a difference of −3.0 points.',
    );
  });

  it('A simulation of a segment is compared with the held-out respondents of its groups', () => {
    const outcomes = [{ outcome: 'train', observed: 0.48, observed_standard_error: 0.07, predicted: 0.21 }];
    const segments = ['yes', 'no'].map((category) => ({ attribute: 'ga', category, observations: 90, outcomes }));
    const model = { evidence: { hold_out: { ...holdOut, segments } }, definition: { population: { attributes: [] } } };
    const figure = { id: 'train', label: 'Train', unit: 'share' };
    const groups = heldOutGroups(model as unknown as CaseStudy, { ga: 'yes' }, figure);
    expect(groups.map(({ label, observed, predicted }) => [label, observed, predicted])).toEqual([
      ['Train (Ga: Yes)', 0.48, 0.21],
    ]);
    expect(heldOutGroups(model as unknown as CaseStudy, { sex: ['female'] }, figure)).toEqual([]);
  });

  it('A workflow with curves states their mean error', () => {
    const curves = [0.02, 0.04].map((mean_absolute_error, at) => ({
      curve: 'adopted',
      label: String(at),
      points: [],
      mean_absolute_error,
    }));
    expect(heldOutSentence({ ...holdOut, outcomes: [], curves }, undefined)).toMatch(/by 3\.0 points on average/);
  });
});

describe('the title of a simulation', () => {
  const plain = { name: null, routed_via: null, workflow_id: 'swissmetro-mode-choice' };
  it('A name is preferred to a workflow name, and a workflow name to its id', () => {
    expect(titleOf({ ...plain, name: 'Cheaper trains' }, 'Swissmetro')).toBe('Cheaper trains');
    expect(titleOf(plain, 'Swissmetro')).toBe('Swissmetro');
    expect(titleOf(plain)).toBe('swissmetro-mode-choice');
  });
});
