import { type Names, titleOf } from './title';

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

const goalOf = (request: object) =>
  ({
    name: null,
    parameters: [{ name: 'fare', from: 0.5, to: 1.5 }],
    objective: { goal: 'reach', share: 'swissmetro', target: 0.7 },
    ...request,
  }) as Parameters<typeof titleOf>[0];

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
    const margin = goalOf({ objective: { goal: 'maximize', values: { swissmetro: { name: 'fare', constant: -2 } } } });
    expect(titleOf(margin, names)).toBe(
      'Swissmetro fare with the greatest value per agent (Swissmetro: Swissmetro fare − 2)',
    );
    const least = goalOf({ objective: { goal: 'minimize', share: 'swissmetro' } });
    expect(titleOf(least, names)).toBe('Swissmetro fare with the smallest share of “Swissmetro”');
  });
});
