import { createSimulationSchema } from './simulation.schema.js';

const read = (uncertainty: unknown) => createSimulationSchema.safeParse({ workflow_id: 'w', uncertainty });

describe('uncertainty', () => {
  it.each([0, 2, 50, 200, 1_000])('A simulation accepts %d parameter draws', (draws) => {
    expect(read({ parameter_draws: draws }).data?.uncertainty).toEqual({ parameter_draws: draws });
  });

  it.each([1, -1, 2.5, 1_001, '2', null])(
    'A simulation rejects %j as parameter draws and states the accepted values',
    (draws) => {
      const [issue] = read({ parameter_draws: draws }).error?.issues ?? [];
      expect(issue?.path).toEqual(['uncertainty', 'parameter_draws']);
      expect(issue?.message).toBe('expected 0 (no estimation error) or an integer from 2 to 1000');
    },
  );

  it('A simulation accepts a method with and without draws', () => {
    for (const uncertainty of [{}, { method: 'delta' }, { method: 'draws' }, { method: 'draws', parameter_draws: 2 }])
      expect(read(uncertainty).data?.uncertainty).toEqual(uncertainty);
  });

  it('A simulation rejects draws together with the delta method, which uses none', () => {
    const [issue] = read({ method: 'delta', parameter_draws: 50 }).error?.issues ?? [];
    expect(issue?.path).toEqual(['uncertainty', 'parameter_draws']);
  });
});
