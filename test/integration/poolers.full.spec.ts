import { parseEnv } from '../../src/config/env.js';
import type { Settings as ServiceSettings } from '../../src/config/settings.js';
import { preflight } from '../../src/platform/process/root.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.js';
import { callerWithScopes } from '../support/keys.js';
import { hasPgBouncer, PgBouncer } from '../support/pg-bouncer.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

/** As in a usual configuration. PgBouncer then ignores the settings of a session that come with the connection. */
const usual = { ignore_startup_parameters: 'options,extra_float_digits', default_pool_size: '50' };
/** Defaults of a database that differ from those that the service needs. */
const unusual = {
  default_transaction_isolation: 'repeatable read',
  DateStyle: 'SQL, DMY',
  statement_timeout: '0',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '0',
};
const zones = { sandbox: 'Asia/Tokyo', live: 'America/New_York' } as const;
const tiers = ['sandbox', 'live'] as const;

const describeWithPgBouncer = hasPgBouncer() ? describe : describe.skip;

describeWithPgBouncer('databases behind PgBouncer (skipped without an installed pgbouncer)', () => {
  let bed: TestBed;
  const poolers: PgBouncer[] = [];

  beforeAll(async () => {
    bed = await TestBed.start();
    const owners = { sandbox: bed.servers.sandboxDatabaseOwnerUrl, live: bed.servers.liveDatabaseOwnerUrl };
    for (const tier of tiers) {
      const defaults = Object.entries({ ...unusual, TimeZone: zones[tier] });
      for (const [name, value] of defaults)
        await sqlOf(owners[tier])(`ALTER DATABASE ${tier} SET ${name} = '${value}'`);
    }
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all(poolers.map((pooler) => pooler.stop()));
  });

  /** Starts a pooler and returns the settings of a service that uses it. */
  async function pooled(options: Record<string, string>) {
    const { sandboxDatabaseUrl, liveDatabaseUrl } = bed.servers;
    const pooler = await PgBouncer.start([sandboxDatabaseUrl, liveDatabaseUrl], options);
    poolers.push(pooler);
    return { sandbox: pooler.urlOf(sandboxDatabaseUrl), live: pooler.urlOf(liveDatabaseUrl) };
  }

  const settingsWith = ({ sandbox, live }: Record<(typeof tiers)[number], string>) =>
    ({
      ...parseEnv({}),
      sandboxDatabaseUrl: sandbox,
      liveDatabaseUrl: live,
      redisUrl: bed.servers.redisUrl,
    }) as ServiceSettings;

  describe.each([
    ['that ignores the parameter `options`', usual],
    ['that rejects the parameter `options`', { default_pool_size: '50' }],
  ])('a pooler of sessions %s', (_title, options) => {
    let url: string;
    let urls: Record<(typeof tiers)[number], string>;

    beforeAll(async () => {
      urls = await pooled({ ...options, pool_mode: 'session' });
      const env = { SANDBOX_DATABASE_URL: urls.sandbox, LIVE_DATABASE_URL: urls.live };
      [{ url }] = await Promise.all([bed.startApi(env), bed.startWorker(env)]);
    });

    it.each(tiers)('A key of the %s tier is valid until it expires, in any time zone of the server', async (tier) => {
      const owner = await bed.newCaller(url, 'Zones', tier);
      const expiring = (expires_at: Date) =>
        callerWithScopes(owner, ['keys:read'], {
          expires_at: expires_at.toISOString(),
          is_test: tier === 'sandbox',
        });
      const valid = await expiring(new Date(Date.now() + 3_600_000));
      expect((await valid.call('/v1/api-keys')).status).toBe(200);
      const soon = new Date(Date.now() + 3_000);
      const brief = await expiring(soon);
      await waitUntil('the key has expired', async () => (await brief.call('/v1/api-keys')).status === 401);
      expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
      const { body } = await owner.call<{ key_id: string; expires_at: string | null }[]>('/v1/api-keys');
      expect(body.data.find(({ key_id }) => key_id === brief.keyId)?.expires_at).toBe(soon.toISOString());
    });

    it('Concurrent creates succeed although the database has a stricter isolation by default, and a worker runs them', async () => {
      const caller = await bed.newCaller(url, 'Isolation');
      const created = await Promise.all(Array.from({ length: 40 }, () => createSimulation(caller, { agent_count: 5 })));
      expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));
      for (const { body } of created)
        expect(await finished(caller, body.data.id)).toMatchObject({ status: 'completed' });
    });

    it('Each connection has the settings of the service, and not the defaults of the database', async () => {
      const databases = new Databases(settingsWith(urls));
      for (const tier of tiers) {
        const { rows } = await databases.sql(tier).query<{ name: string; setting: string }>({
          text: 'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name ORDER BY name COLLATE "C"',
          values: [['TimeZone', ...Object.keys(unusual)]],
        });
        expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
          TimeZone: 'UTC',
          DateStyle: 'ISO, MDY',
          default_transaction_isolation: 'read committed',
          statement_timeout: '10s',
          idle_in_transaction_session_timeout: '8s',
          lock_timeout: '0',
        });
      }
      await databases.onApplicationShutdown();
    });
  });

  it('With a pooler of transactions, migrate refuses to start, because its lock belongs to a session', async () => {
    const { sandbox } = await pooled({ ...usual, pool_mode: 'transaction' });
    await expect(migrate(sandbox, migrationsFolder, 'SANDBOX_DATABASE_URL')).rejects.toMatchObject({
      lines: [expect.stringMatching(/^SANDBOX_DATABASE_URL: .*single transactions/)],
    });
  });

  it.each(['transaction', 'statement'])(
    'With a pooler of single units (%s), a process refuses to start and names the lost settings',
    async (pool_mode) => {
      const started = preflight(settingsWith(await pooled({ ...usual, pool_mode })));
      await expect(started).rejects.toMatchObject({
        lines: [
          expect.stringMatching(/^SANDBOX_DATABASE_URL: .*single transactions.*TimeZone.*statement_timeout/),
          expect.stringMatching(/^LIVE_DATABASE_URL: .*single transactions/),
        ],
      });
    },
  );

  it('With a pooler that has one connection, a process refuses to start', async () => {
    const started = preflight(settingsWith(await pooled({ ...usual, pool_mode: 'session', default_pool_size: '1' })));
    await expect(started).rejects.toMatchObject({
      lines: [expect.stringMatching(/more connections/), expect.stringMatching(/more connections/)],
    });
  });

  it('While a database is read-only, the service is not ready', async () => {
    const { url } = await bed.startApi();
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    expect(await ready()).toBe(200);
    const owner = sqlOf(bed.servers.liveDatabaseOwnerUrl);
    await owner(`ALTER DATABASE live SET default_transaction_read_only = on`);
    await owner(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await waitUntil('the service is not ready', async () => (await ready()) === 503);
  });
});
