import { isFinished, simulationStatuses, statusesBefore } from './simulation.state.js';

describe('the states of a simulation', () => {
  it('nothing leaves a state that is finished', () => {
    const left = simulationStatuses.flatMap((next) => statusesBefore(next)).filter(isFinished);
    expect(left).toEqual([]);
  });

  it('every state but the first can be reached', () => {
    expect(simulationStatuses.filter((status) => statusesBefore(status).length === 0)).toEqual(['queued']);
  });

  it('only a running simulation completes', () => {
    expect(statusesBefore('completed')).toEqual(['running']);
  });
});
