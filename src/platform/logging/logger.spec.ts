import { pino } from 'pino';
import type { LogLevel } from '../../config/setting-list.js';
import { errorFields, NestLogger, securityLogName } from './logger.js';
import { withoutSecrets } from './request-log.js';

/** The lines that a logger of this level writes. */
function linesAt(level: LogLevel, write: (logger: NestLogger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new NestLogger(pino({ level }, { write: (line: string) => void lines.push(line) })));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the security log', () => {
  const write = (logger: NestLogger) => {
    logger.log('an event of the service', 'Main');
    logger.log({ event: 'secret.read', subject: 'x' }, 'security event', securityLogName);
  };

  it.each<LogLevel>(['fatal', 'error', 'warn'])(
    'Security events are written at the level %s, other lines are not',
    (level) => {
      expect(linesAt(level, write)).toMatchObject([{ logger: 'security', event: 'secret.read', subject: 'x' }]);
    },
  );

  it('The level silent omits security events too', () => {
    expect(linesAt('silent', write)).toEqual([]);
  });
});

describe('the log', () => {
  it('An error of a store is logged without the values of the failed command', () => {
    const error = Object.assign(new Error('ERR wrong type'), { code: 'ERR', command: { args: ['session', 'secret'] } });
    expect(errorFields(error)).toEqual({
      type: 'Error',
      message: 'ERR wrong type',
      stack: expect.stringContaining('ERR wrong type') as string,
      code: 'ERR',
    });
  });

  it.each([
    ['/v1/api-keys/sk_live_' + 'ab'.repeat(32), '/v1/api-keys/…'],
    ['/v1/webhook-endpoints/whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/secret', '/v1/webhook-endpoints/…/secret'],
    ['/v1/shared/shr_test_' + 'a'.repeat(43) + '/report', '/v1/shared/…/report'],
    ['/v1/shared/%73hr_live_mB1NQ4yTqSIdVVbLwbPSL1I7SUiKRkHIw0z-6Rnw_E4', '/v1/shared/…'],
    ['/auth/callback/mB1NQ4yTqSIdVVbLwbPSL1I7SUiKRkHIw0z-6Rnw_E4', '/auth/callback/…'],
    ['/' + 'ab'.repeat(32), '/…'],
  ])('A credential in the path is not logged: %s', (path, logged) => {
    expect(withoutSecrets(path)).toBe(logged);
  });

  it.each([
    '/v1/simulations/sim_01a1fdc305e572a5a7cebcf668be72f6/results',
    '/v1/api-keys/01a1fdc3-05e5-72a5-a7ce-bcf668be72f6/rotate',
    '/v1/case-studies/a-workflow-with-a-name-of-more-than-forty-letters/deprecate',
  ])('The path of a request is logged: %s', (path) => {
    expect(withoutSecrets(path)).toBe(path);
  });

  it('At most 300 characters of a path are logged', () => {
    expect(withoutSecrets('/a'.repeat(5_000))).toHaveLength(300);
  });
});
