import { figurePhrase } from '../../results/headline';
import type { CompletedGoal, GoalResult } from './goal';
import {
  extrapolations,
  findingNotes,
  findingText,
  headlineText,
  objectiveFigure,
  titleOf,
  type Names,
} from './goal-words';

const fare = {
  id: 'fare',
  kind: 'number',
  label: 'Swissmetro fare',
  description: '',
  unit: '× baseline',
  default: 1,
  minimum: 0.1,
  maximum: 5,
  integer: false,
  calibratedRange: [0.75, 1.4],
} as const;
const distance = {
  ...fare,
  id: 'distance',
  label: 'Distance',
  unit: 'km',
  default: 30,
  calibratedRange: [5, 80],
} as const;
const labels: Record<string, string> = { swissmetro: 'Swissmetro', visits: 'Doctor visits' };
const names: Names = {
  parameter: (id) => [fare, distance].find((one) => one.id === id),
  label: (id) => labels[id] ?? id,
  unit: (id) => (id === 'visits' ? 'visits' : ''),
};

const errors = { simulation: 0.01, estimation: 0.02, population: 0, model: null };
const fareFound = {
  parameter: 'fare',
  value: 0.53,
  interval: [0.45, 0.612345],
  errors,
  missing_parts: [],
  at_bound: null,
  is_extrapolation: false,
};

function goalOf({ result, ...request }: Partial<Omit<CompletedGoal, 'result'>> & { result?: Partial<GoalResult> }) {
  return {
    name: null,
    parameters: [{ name: 'fare', from: 0.5, to: 1.5 }],
    objective: { goal: 'reach', share: 'swissmetro', target: 0.7 },
    constraints: [],
    warnings: [],
    ...request,
    result: {
      finding: 'reached',
      arguments: [fareFound],
      objective: {
        value: 0.7,
        interval: [0.66, 0.74],
        errors,
        start_value: 0.597,
        gain: { value: 0.103, interval: [0.08, 0.126], errors },
      },
      solutions: [0.53],
      ...result,
    },
  } as unknown as CompletedGoal;
}

describe('the words of a goal', () => {
  it('The title is the name, or states the objective with the labels of the workflow', () => {
    expect(titleOf(goalOf({ name: 'For the board' }), names)).toBe('For the board');
    expect(titleOf(goalOf({}), names)).toBe('Swissmetro fare at which the share of “Swissmetro” is 70%');
    const visits = goalOf({ objective: { goal: 'reach', measure: 'visits', target: 2.5 } });
    expect(titleOf(visits, names)).toBe('Swissmetro fare at which the mean of “Doctor visits” is 2.5 visits');
    const parameters = ['fare', 'distance'].map((name) => ({ name, from: 0.5, to: 1.5 }));
    const revenue = goalOf({ parameters, objective: { goal: 'maximize', values: { swissmetro: 'cost' } } });
    expect(titleOf(revenue, names)).toBe(
      'Swissmetro fare and Distance with the greatest value per agent (Swissmetro: cost)',
    );
    const least = goalOf({ objective: { goal: 'minimize', share: 'swissmetro' } });
    expect(titleOf(least, names)).toBe('Swissmetro fare with the smallest share of “Swissmetro”');
  });

  it('The headline has the values with their intervals, and the change of the objective from the scenario of the request', () => {
    const goal = goalOf({});
    const outside = goalOf({ result: { arguments: [{ ...fareFound, is_extrapolation: true }] } });
    expect(headlineText(outside, names)).toMatch(/^Swissmetro fare 47% lower \(outside the data\), 95% interval/);
    expect(headlineText(goal, names)).toBe('Swissmetro fare 47% lower, 95% interval 55% lower to 38.8% lower');
    const flat = { ...fareFound, parameter: 'distance', value: 40, interval: null };
    expect(headlineText(goalOf({ result: { arguments: [fareFound, flat] } }), names)).toMatch(
      /38\.8% lower; Distance 40 km$/,
    );
    expect(figurePhrase(objectiveFigure(goal, names), false)).toBe(
      'Share of “Swissmetro” 59.7% → 70.0%: 10.3 points more (95% interval +8.0 to +12.6)',
    );
  });

  it('The headline of an unreachable target states the bounds and the greatest or smallest reachable value', () => {
    const objective = { ...goalOf({}).result.objective, value: 0.651 };
    const unreachable = { finding: 'unreachable' as const, objective };
    const parameters = [{ name: 'fare', from: 0.75, to: 1.4 }];
    expect(headlineText(goalOf({ parameters, result: unreachable }), names)).toBe(
      '70% is not reached within 25% lower to 40% higher; the most is 65.1%',
    );
  });

  it('The finding states if the target is reached, the nearest value, the optimum or the violated constraints', () => {
    const textOf = (goal: CompletedGoal) => findingText(goal, names);
    expect(textOf(goalOf({}))).toBe('This value reaches the target of 70%.');
    expect(textOf(goalOf({ result: { finding: 'unreachable' } }))).toBe(
      'Swissmetro fare 47% lower, 95% interval 55% lower to 38.8% lower: this value is the nearest to the target within the bounds.',
    );
    const optimum = goalOf({
      objective: { goal: 'maximize', share: 'swissmetro' },
      constraints: [{ share: 'car', at_most: 0.3 }],
      result: { finding: 'optimum' },
    });
    expect(textOf(optimum)).toBe('The share of “Swissmetro” is greatest here, within the bounds and constraints.');
    const infeasible = goalOf({
      result: { finding: 'infeasible', arguments: [fareFound, { ...fareFound, parameter: 'distance' }] },
    });
    expect(textOf(infeasible)).toBe(
      'No value within the bounds satisfies the constraints. These values violate them least.',
    );
  });

  it('Notes state a value at its bound, a missing interval and further solutions', () => {
    expect(findingNotes(goalOf({}), names)).toEqual([]);
    const atBound = { ...fareFound, value: 0.5, interval: null, at_bound: 'from' as const };
    expect(findingNotes(goalOf({ result: { finding: 'unreachable', arguments: [atBound] } }), names)).toEqual([
      'Swissmetro fare is at its lower bound 50% lower: a wider range could be better.',
    ]);
    const flat = { ...fareFound, interval: null };
    expect(findingNotes(goalOf({ result: { arguments: [flat], solutions: [0.53, 1.2] } }), names)).toEqual([
      'The curve is too flat here to determine an interval of Swissmetro fare.',
      'These values reach the target: 47% lower and 20% higher. The result is the one nearest to the scenario of the request.',
    ]);
  });

  it('Extrapolations name the result and the fixed parameters outside the data, not the bounds of the search', () => {
    const warnings = [
      { parameter: 'fare', value: 0.5, calibrated_range: [0.75, 1.4] },
      { parameter: 'distance', value: 90, calibrated_range: [5, 80] },
    ];
    expect(extrapolations(goalOf({ warnings }), names)).toEqual([
      'Distance 90 km is outside the calibrated range 5 km to 80 km.',
    ]);
    const outside = goalOf({ warnings, result: { arguments: [{ ...fareFound, is_extrapolation: true }] } });
    expect(extrapolations(outside, names)[0]).toBe(
      'Swissmetro fare 47% lower is outside the calibrated range 25% lower to 40% higher.',
    );
  });
});
