import { createSimulationSchema } from './simulation.schema.js';

describe('how often coefficients are drawn anew', () => {
  const read = (draws: unknown) =>
    createSimulationSchema.safeParse({ workflow_id: 'w', uncertainty: { parameter_draws: draws } });

  it.each([0, 2, 50, 200])('may be %d', (draws) => {
    expect(read(draws).data?.uncertainty).toEqual({ parameter_draws: draws });
  });

  it.each([1, -1, 2.5, 201, '2', null])('cannot be %j, and the refusal says what can', (draws) => {
    const [issue] = read(draws).error?.issues ?? [];
    expect(issue?.path).toEqual(['uncertainty', 'parameter_draws']);
    expect(issue?.message).toBe('expected 0 (no estimation error) or an integer from 2 to 200');
  });
});
