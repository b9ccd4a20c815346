import { AppError } from './app-error.js';
import { errorCodes, errorOf } from './error-codes.js';

describe('The message of an error with issues', () => {
  it('names the first issue and its path', () => {
    const issues = [
      { path: 'agent_count', message: 'expected an integer, received a string' },
      { path: 'seed', message: 'expected at least 0' },
    ];
    expect(AppError.validation(issues).message).toBe(
      'The request is invalid: `agent_count`: expected an integer, received a string. `meta.issues` lists each problem with its path. Fix them and retry.',
    );
  });

  it('has no empty path, and no period after a question mark', () => {
    const { message } = AppError.validation([
      { path: '', message: '"sed" is not a known field. Did you mean "seed"?' },
    ]);
    expect(message).toMatch(
      /^The request is invalid: "sed" is not a known field\. Did you mean "seed"\? `meta\.issues`/,
    );
  });

  it('is the default message without issues', () => {
    expect(AppError.validation([]).message).toBe(errorOf('validation_error').message);
  });

  it('has at most 300 characters for each code, and retains the fix', () => {
    const codes = errorCodes().flatMap(([code, { meta }]) => (meta && 'issues' in meta ? [code] : []));
    expect(codes).toEqual(expect.arrayContaining(['validation_error', 'invalid_population']));
    for (const code of codes) {
      const issues = [{ path: 'p'.repeat(500), message: 'm'.repeat(500) }];
      const { message } = new AppError<'validation_error'>(code as 'validation_error', { issues });
      expect(message.length).toBeLessThanOrEqual(300);
      expect(message).toContain(': `pppp');
      expect(message.slice(-30)).toBe(errorOf(code).message.slice(-30));
    }
  });
});
