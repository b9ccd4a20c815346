import { pointsOf } from './sweep-points';

const row = {
  point: 1,
  simulation_id: 'sim_1',
  status: 'completed',
  'parameter.fare': 0.8,
  'share.train': 0.2,
  'share_low.train': 0.18,
  'share_high.train': 0.22,
  'difference.train': 0.05,
  'difference_low.train': null,
  'difference_high.train': null,
};

describe('pointsOf', () => {
  it('A row of the table becomes a point with its parameter values, shares and intervals', () => {
    const [point] = pointsOf([row], ['fare']);
    expect(point).toMatchObject({ index: 1, simulationId: 'sim_1', values: { fare: 0.8 } });
    expect(point!.figures['train']).toEqual({
      value: 0.2,
      interval: [0.18, 0.22],
      difference: 0.05,
      differenceInterval: null,
    });
  });

  it('Points without results are left out', () => {
    expect(pointsOf([{ ...row, status: 'running' }], ['fare'])).toEqual([]);
  });
});
