import { AppError } from '../common/errors/app-error.js';
import { parameterDrawsOf, uncertaintyOf } from './uncertainty.js';

describe('parameterDrawsOf', () => {
  it('Independent agents use the delta method by default, and interacting agents 50 draws', () => {
    for (const requested of [undefined, {}]) {
      expect(uncertaintyOf(parameterDrawsOf(requested, false))).toEqual({ method: 'delta', parameter_draws: null });
      expect(uncertaintyOf(parameterDrawsOf(requested, true))).toEqual({ method: 'draws', parameter_draws: 50 });
    }
    expect(uncertaintyOf(parameterDrawsOf({ method: 'delta' }, false)).method).toBe('delta');
  });

  it('A number of draws without a method selects the method "draws", as in requests before the delta method existed', () => {
    for (const interacting of [false, true])
      expect(uncertaintyOf(parameterDrawsOf({ parameter_draws: 20 }, interacting))).toEqual({
        method: 'draws',
        parameter_draws: 20,
      });
    expect(uncertaintyOf(parameterDrawsOf({ parameter_draws: 0 }, false))).toEqual({
      method: 'draws',
      parameter_draws: 0,
    });
  });

  it('The method "draws" uses 200 draws for independent agents and 50 for interacting agents', () => {
    expect(parameterDrawsOf({ method: 'draws' }, false)).toBe(200);
    expect(parameterDrawsOf({ method: 'draws' }, true)).toBe(50);
  });

  it('The delta method is rejected for interacting agents, and the message states why', () => {
    const rejected = () => parameterDrawsOf({ method: 'delta' }, true);
    expect(rejected).toThrow(AppError);
    try {
      rejected();
    } catch (error) {
      const { code, meta } = error as AppError & { meta: { issues: { path: string; message: string }[] } };
      expect(code).toBe('validation_error');
      expect(meta.issues).toEqual([
        { path: 'uncertainty.method', message: expect.stringContaining('agents of this workflow interact') as string },
      ]);
    }
  });
});
