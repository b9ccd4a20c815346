import { trustIn } from '../../config/setting-values.js';
import { clientAddress, defaultHeaders } from './arrival.middleware.js';

describe('the address of a client', () => {
  const isTrusted = trustIn(['10.0.0.0/8', 'fd00::/8']);

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50001', '203.0.113.7'],
    ['"203.0.113.7:50001"', '203.0.113.7'],
    ['203.0.113.7:_port', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:50001', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['198.51.100.1, 203.0.113.7:1', '203.0.113.7'],
    ['198.51.100.1,203.0.113.7:1,10.0.0.2:2, [fd00::3]:3', '203.0.113.7'],
    ['unknown, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.3:80', '10.0.0.3'],
  ])('X-Forwarded-For %j of a trusted proxy names the client %j', (forwardedFor, address) => {
    expect(clientAddress('::ffff:10.0.0.1', forwardedFor, isTrusted)).toEqual({ address, hasUnreadableEntry: false });
  });

  it.each(['unknown', '_hidden', '203.0.113.7, _SEVKISEK', '', 'a.example:80', '203.0.113.7:123456', '1', '[::1', '"'])(
    'X-Forwarded-For %j of a trusted proxy counts as the proxy',
    (forwardedFor) => {
      expect(clientAddress('10.0.0.1', forwardedFor, isTrusted)).toEqual({
        address: '10.0.0.1',
        hasUnreadableEntry: true,
      });
    },
  );

  it('X-Forwarded-For of others has no effect', () => {
    expect(clientAddress('192.0.2.1', '203.0.113.7', isTrusted).address).toBe('192.0.2.1');
    expect(clientAddress('10.0.0.1', undefined, isTrusted).address).toBe('10.0.0.1');
    expect(clientAddress(undefined, '203.0.113.7', isTrusted).address).toBe('');
  });
});

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
