import { defaultHeaders } from './arrival.middleware.js';

const valueOf = (isProduction: boolean, name: string) => new Map(defaultHeaders(isProduction)).get(name) ?? '';

describe('the default headers', () => {
  it('In production, browsers use HTTPS for at least a year, also for subdomains', () => {
    const policy = valueOf(true, 'Strict-Transport-Security');
    expect(Number(/max-age=(\d+)/.exec(policy)?.[1])).toBeGreaterThanOrEqual(31_536_000);
    expect(policy).toContain('includeSubDomains');
    expect(valueOf(false, 'Strict-Transport-Security')).toBe('');
  });

  it('A response that is not a page loads and runs nothing', () => {
    expect(valueOf(true, 'Content-Security-Policy').split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });
});
