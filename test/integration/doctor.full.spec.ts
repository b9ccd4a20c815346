// cspell:ignore mend (a field of the JSON output)
import { runDoctor } from '../support/doctor.js';
import { MailServer } from '../support/mail-server.js';
import { startStores, type Stores } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('the CLI command doctor with unavailable stores', () => {
  let stores: Stores;
  let mail: MailServer;

  beforeAll(async () => {
    [stores, mail] = await Promise.all([startStores(), MailServer.start()]);
  });
  afterAll(() => Promise.all([stores.stop(), mail.stop()]));

  it('doctor reports each unavailable store and still checks the others', async () => {
    const [live, redis, smtp] = await Promise.all(
      [stores.servers.liveDatabaseUrl, stores.servers.redisUrl, mail.url].map((url) => TcpProxy.start(url)),
    );
    live?.set('hang');
    redis?.set('refuse');
    smtp?.set('refuse');
    const unavailable = { LIVE_DATABASE_URL: live?.url ?? '', REDIS_URL: redis?.url ?? '', SMTP_URL: smtp?.url ?? '' };
    const { code, levels, findings } = await runDoctor({ stores, mail }, unavailable);
    for (const proxy of [live, redis, smtp]) await proxy?.stop();
    expect(code).toBe(1);
    expect(levels).toMatchObject({
      'live database': 'problem',
      Redis: 'problem',
      'mail server': 'problem',
      'sandbox database': 'warning',
      'sandbox migrations': 'ok',
      tiers: 'warning',
    });
    expect(findings.find(({ check }) => check === 'Redis')?.mend).toContain('accepted simulations still run');
  });
});
