import { pointsOf } from './sweep-points';

const row = {
  point: 1,
  simulation_id: 'sim_1',
  status: 'completed',
  'parameter.fare': 0.8,
  'share.train': 0.2,
  'share_low.train': 0.18,
  'share_high.train': 0.22,
  'share_simulation_error.train': 0.01,
  'share_model_error.train': null,
  'difference.train': 0.05,
  'difference_low.train': null,
  'difference_high.train': null,
};

describe('pointsOf', () => {
  it('A row of the table becomes a point with its parameter values, shares, intervals and errors', () => {
    const [point] = pointsOf([row], ['fare']);
    expect(point).toMatchObject({ index: 1, simulationId: 'sim_1', values: { fare: 0.8 } });
    expect(point!.figures['train']).toEqual({
      value: 0.2,
      interval: [0.18, 0.22],
      difference: 0.05,
      differenceInterval: null,
      errors: { simulation: 0.01, estimation: null, population: null, model: null },
      differenceErrors: { simulation: null, estimation: null, population: null, model: null },
    });
  });

  it('The error of calibration targets is a part if the table has its column', () => {
    const [point] = pointsOf([{ ...row, 'share_targets_error.train': 0.02 }], ['fare']);
    const { errors, differenceErrors } = point!.figures['train']!;
    expect([errors.targets, differenceErrors]).toEqual([0.02, expect.not.objectContaining({ targets: null })]);
  });

  it('Points without results are left out', () => {
    expect(pointsOf([{ ...row, status: 'running' }], ['fare'])).toEqual([]);
  });
});
