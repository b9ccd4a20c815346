import { goalFields, goalRequest, startGoal, withObjective } from './goal-input';
import type { CaseStudy } from '../../../workflow/use-workflow';
import { noAdjustments } from '../../../adjustments/adjustments';

const number = { type: 'number', title: 'Fare', description: '', default: 1, minimum: 0.1, maximum: 5 };
const workflow = {
  workflow_id: 'travel',
  default_seed: 3,
  headline_outcome: 'wait',
  outcomes: [{ id: 'train', label: 'Train', variables: [] }],
  outcome_groups: [],
  measures: [{ id: 'wait', label: 'Wait', unit: 'min' }],
  money_measures: [{ label: 'Revenue', unit: 'CHF', parameter: 'fare', values: { train: 'fare' } }],
  scenario_schema: {
    properties: {
      fare: { ...number, 'x-unit': '', 'x-calibrated-range': [0.8, 1.2] },
      time: { ...number, 'x-unit': '', 'x-calibrated-range': [1, 1] },
    },
  },
} as unknown as CaseStudy;
const start = startGoal({ workflow, values: { fare: 0.9 }, adjustments: noAdjustments });

describe('the form of a goal', () => {
  it('A goal starts with the main figure of the workflow, and has no request before it has a target', () => {
    expect(start.objective).toMatchObject({ goal: 'reach', of: 'measure:wait' });
    expect(goalRequest(workflow, start)).toBeUndefined();
    const objective = { ...start.objective, target: '12' };
    expect(goalRequest(workflow, { ...start, objective })).toEqual({
      workflow_id: 'travel',
      seed: 3,
      objective: { goal: 'reach', measure: 'wait', target: 12 },
      parameters: [{ name: 'fare' }],
      scenario_context: { fare: 0.9 },
    });
  });

  it('A goal that follows a question starts with its outcome, its changed parameter, its scenario and its name', () => {
    const followed = { id: 'sim_1', name: 'Who takes the train?', outcome: 'train' };
    const input = startGoal({ workflow, values: { time: 1 }, adjustments: noAdjustments, followed });
    expect(input).toMatchObject({ objective: { of: 'share:train' }, ranges: [{ id: 'time' }], values: { time: 1 } });
    const request = goalRequest(workflow, { ...input, objective: { ...input.objective, target: '50' } });
    expect(request).toMatchObject({ name: 'Who takes the train?', objective: { share: 'train', target: 0.5 } });
  });

  it('Shares are entered in percent, and values are numbers or names', () => {
    const objective = {
      ...start.objective,
      goal: 'maximize' as const,
      of: 'values',
      values: { train: 'fare', car: '2', bus: '' },
    };
    const constraints = [{ of: 'share:train', values: {}, unitCost: '', limit: 'at_least' as const, value: '18.3' }];
    const input = { ...start, objective, constraints, ranges: [{ id: 'time', from: '0.5', to: '' }] };
    expect(goalRequest(workflow, input)).toMatchObject({
      objective: { goal: 'maximize', values: { train: 'fare', car: 2 } },
      constraints: [{ share: 'train', at_least: 0.183 }],
      parameters: [{ name: 'time', from: 0.5 }],
    });
    expect(goalFields(input)).toEqual(
      expect.arrayContaining(['objective.values.train', 'constraints.0.at_least', 'parameters.0.from']),
    );
    expect(goalRequest(workflow, { ...input, constraints: [{ ...constraints[0]!, value: '' }] })).toBeUndefined();
    expect(goalRequest(workflow, { ...input, values: { fare: 9 } })).toBeUndefined();
  });

  it('A measure of money is maximized over its price, with a unit cost', () => {
    const ranges = [{ id: 'time', from: '', to: '' }];
    const input = withObjective(workflow, { ...start, ranges }, { ...start.objective, of: 'money:fare' });
    expect(goalRequest(workflow, input)).toMatchObject({
      objective: { goal: 'maximize', values: { train: 'fare' } },
      parameters: [{ name: 'fare' }],
    });
    const withCost = { ...input, objective: { ...input.objective, unitCost: '4.5' } };
    expect(goalRequest(workflow, withCost)).toMatchObject({
      objective: { values: { train: { name: 'fare', constant: -4.5 } } },
    });
    // The user can still look for another value.
    const other = withObjective(workflow, input, { ...input.objective, goal: 'minimize' });
    expect(other.objective.goal).toBe('minimize');
  });
});
