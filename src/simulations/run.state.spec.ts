import { isFinished, simulationStatuses, statusesBefore } from './run.state.js';

describe('simulation statuses', () => {
  it('A finished simulation never changes its status', () => {
    const changeable = simulationStatuses.flatMap((next) => statusesBefore(next));
    expect(changeable.filter(isFinished)).toEqual([]);
  });

  it('Every status except queued can be reached from another status', () => {
    expect(simulationStatuses.filter((status) => statusesBefore(status).length === 0)).toEqual(['queued']);
  });

  it('Only a running simulation can become completed', () => {
    expect(statusesBefore('completed')).toEqual(['running']);
  });
});
