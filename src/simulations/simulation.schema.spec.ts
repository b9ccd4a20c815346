import { createSimulationSchema } from './simulation.schema.js';

describe('uncertainty.parameter_draws', () => {
  const read = (draws: unknown) =>
    createSimulationSchema.safeParse({ workflow_id: 'w', uncertainty: { parameter_draws: draws } });

  it.each([0, 2, 50, 200])('A simulation accepts %d parameter draws', (draws) => {
    expect(read(draws).data?.uncertainty).toEqual({ parameter_draws: draws });
  });

  it.each([1, -1, 2.5, 201, '2', null])(
    'A simulation rejects %j as parameter draws and states the accepted values',
    (draws) => {
      const [issue] = read(draws).error?.issues ?? [];
      expect(issue?.path).toEqual(['uncertainty', 'parameter_draws']);
      expect(issue?.message).toBe('expected 0 (no estimation error) or an integer from 2 to 200');
    },
  );
});
