import { AppError } from './app-error.js';
import { docsUrlOf, errorCodes, errorOf, isRetryable } from './error-codes.js';

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

describe('The response of an error', () => {
  const requestId = `req_${'0'.repeat(32)}`;

  it('states when to retry if the same request can succeed later, and only then', () => {
    const retried = errorCodes().flatMap(([code]) => (isRetryable(code) ? [code] : []));
    expect(retried.toSorted()).toEqual([
      'email_delivery_failed',
      'event_stream_limit_reached',
      'idempotency_in_progress',
      'internal_error',
      'processor_limit_reached',
      'rate_limited',
      'request_timeout',
      'response_stream_limit_reached',
      'service_unavailable',
    ]);
    for (const [code] of errorCodes()) {
      const headers = new AppError(code as 'not_found').responseHeaders();
      expect([code, headers['Svc-Should-Retry']]).toEqual([code, String(retried.includes(code))]);
      expect([code, 'Retry-After' in headers]).toEqual([code, retried.includes(code)]);
    }
  });

  it('has the delay that the limit determined', () => {
    const error = new AppError('rate_limited').withHeaders({ 'Retry-After': '41' });
    expect(error.responseHeaders()).toMatchObject({ 'Retry-After': '41', 'Svc-Should-Retry': 'true' });
  });

  it('links to the description of its code', () => {
    expect(new AppError('not_found').responseBody(requestId, 'https://example.com/auth/callback')).toMatchObject({
      error: 'not_found',
      meta: { docs_url: 'https://example.com/docs/errors#not_found', request_id: requestId },
    });
    expect(docsUrlOf('rate_limited', 'http://a')).toBe('http://a/docs/errors#rate_limited');
  });
});
