// cspell:ignore mend (a field of the JSON output)
import { Redis } from 'ioredis';
import { newId } from '../../src/common/crypto.js';
import { SecretBox } from '../../src/common/secret-box.js';
import { masterKey, runDoctor, runOn } from '../support/doctor.js';
import { itInFullLevel } from '../support/full-level.js';
import { LanguageModelServer } from '../support/language-model-server.js';
import { MailServer } from '../support/mail-server.js';
import { sqlOf } from '../support/sql-of.js';
import { startStores, type Stores } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('the CLI command doctor', () => {
  let stores: Stores;
  let mail: MailServer;

  beforeAll(async () => {
    [stores, mail] = await Promise.all([startStores(), MailServer.start()]);
    await sql('sandbox', `INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Doctor', 'growth')`, [owner]);
    const sealed = new SecretBox(masterKey, []).seal('whsec_x', owner);
    await sql(
      'sandbox',
      `INSERT INTO webhook_secrets (owner, organization_id, sealed) VALUES ($1::text, $1::uuid, $2)`,
      [owner, Buffer.from(sealed)],
    );
  });
  afterAll(() => Promise.all([stores.stop(), mail.stop()]));

  const owner = newId();
  const sql = (tier: 'sandbox' | 'live', text: string, values: unknown[] = []) =>
    sqlOf(stores.servers[`${tier}DatabaseOwnerUrl`])(text, values);
  const cli = (args: string[], env: Record<string, string>) => runOn({ stores, mail }, args, env);
  const doctor = (env: Record<string, string> = {}) => runDoctor({ stores, mail }, env);

  it('doctor exits with code 0 for a healthy service and sends no email', async () => {
    const { code, findings } = await doctor();
    // The test stores do not survive a power failure.
    const notDurable = ['sandbox database', 'live database', 'persistence'];
    // No API has started, so that it has published no workflow.
    const unpublished = findings.filter(({ check }) => check.endsWith(' workflows'));
    expect(unpublished).toMatchObject([{ level: 'warning' }, { level: 'warning' }]);
    expect(unpublished[0]!.text).toContain('swissmetro-mode-choice');
    const expected = [...notDurable, ...unpublished.map(({ check }) => check)];
    const unhealthy = findings.filter(({ level, check }) => level !== 'ok' && !expected.includes(check));
    expect({ code, unhealthy }).toEqual({ code: 0, unhealthy: [] });
    expect(findings[0]).toMatchObject({ level: 'warning', text: expect.stringContaining('may lose') as string });
    const tiers = ['sandbox', 'live'].flatMap((tier) =>
      ['database', 'migrations', 'tier', 'secrets', 'queue', 'outbox', 'deliveries'].map(
        (suffix) => `${tier} ${suffix}`,
      ),
    );
    const clocks = ['the sandbox database', 'the live database', 'Redis'].map((owner) => `clock of ${owner}`);
    for (const check of [...tiers, ...clocks, 'tiers', 'Redis', 'eviction', 'mail server'])
      expect(findings.map((finding) => finding.check)).toContain(check);
    expect(mail.received).toEqual([]);
  });

  itInFullLevel('doctor reports each unavailable store and still checks the others', async () => {
    const [live, redis, smtp] = await Promise.all(
      [stores.servers.liveDatabaseUrl, stores.servers.redisUrl, mail.url].map((url) => TcpProxy.start(url)),
    );
    live?.set('hang');
    redis?.set('refuse');
    smtp?.set('refuse');
    const unavailable = { LIVE_DATABASE_URL: live?.url ?? '', REDIS_URL: redis?.url ?? '', SMTP_URL: smtp?.url ?? '' };
    const { code, levels, findings } = await doctor(unavailable);
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

  it('doctor reports all problems of available stores with their fixes', async () => {
    const redis = new Redis(stores.servers.redisUrl);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await sql('live', `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%\\_audit'`);
    await sql(
      'sandbox',
      `INSERT INTO api_keys (id, organization_id, name, start, last4, hash, scopes, is_test)
       VALUES ($1, $1, 'lost', 'sk_live_abcd', 'abcd', '\\x00', '{}', false)`,
      [owner],
    );
    await sql(
      'sandbox',
      `INSERT INTO outbox_messages (kind, payload, created_at) VALUES ('x', '{}', now() - interval '1 h')`,
    );
    const { code, findings, levels } = await doctor({ SVC_MASTER_KEY: '01'.repeat(32) });
    expect(code).toBe(1);
    expect(levels).toMatchObject({
      'live database': 'warning',
      'live migrations': 'problem',
      'sandbox migrations': 'ok',
      eviction: 'problem',
      'sandbox tier': 'problem',
      'sandbox secrets': 'problem',
      'sandbox outbox': 'warning',
      tiers: 'ok',
    });
    const withoutFix = findings.filter(({ level, mend, text }) => level !== 'ok' && !mend && !text.includes(';'));
    expect(withoutFix).toEqual([]);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
  });

  it('redis flush deletes all keys, requires a confirmation, and fails if Redis rejects the password', async () => {
    const url = new URL(stores.servers.redisUrl);
    const redis = new Redis(url.href);
    await redis.set('session:x', '1');
    expect((await cli(['redis', 'flush'], {})).code).toBe(2);
    await redis.config('SET', 'requirepass', 'right');
    url.password = 'wrong';
    const rejected = await cli(['redis', 'flush', '--yes'], { REDIS_URL: url.href });
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('WRONGPASS') as string });
    url.password = 'right';
    const { code, stdout } = await cli(['redis', 'flush', '--yes'], { REDIS_URL: url.href });
    expect([code, (JSON.parse(stdout) as { deleted: number }).deleted]).toEqual([0, expect.any(Number)]);
    expect(await redis.dbsize()).toBe(0);
    await redis.config('SET', 'requirepass', '');
    redis.disconnect();
  });

  it('doctor warns if the language model does not write the requested document, and never prints its key', async () => {
    const model = await LanguageModelServer.start();
    const key = 'llm-secret-key';
    const settings = { SVC_LLM_URL: model.url, SVC_LLM_MODEL: 'small', SVC_LLM_API_KEY: key };
    const check = async () => {
      const { findings } = await doctor(settings);
      expect(JSON.stringify(findings)).not.toContain(key);
      return findings.find((finding) => finding.check === 'language model');
    };
    model.write = () => ({ ready: true });
    expect(await check()).toMatchObject({ level: 'ok', text: expect.stringContaining('small at 127.0.0.1') as string });
    model.mode = 'status 401';
    expect(await check()).toMatchObject({ level: 'warning', text: expect.stringContaining('status 401') as string });
    await model.stop();
  });

  it('After a master key change, doctor warns until all secrets are encrypted with the new key', async () => {
    const [present, previous] = ['01'.repeat(32), masterKey.toString('hex')];
    const both = { SVC_MASTER_KEY: present, SVC_PREVIOUS_MASTER_KEYS: previous };
    expect((await doctor(both)).levels).toMatchObject({ 'sandbox secrets': 'warning' });
    const lost = `we_${'0'.repeat(32)}`;
    await sql('sandbox', `INSERT INTO webhook_secrets (owner, organization_id, sealed) VALUES ($2, $1, '\\x01')`, [
      owner,
      lost,
    ]);
    expect(JSON.parse((await cli(['secrets', 'reseal'], both)).stdout)).toEqual({
      sandbox: { resealed: 1, unopened: 1 },
      live: { resealed: 0, unopened: 0 },
    });
    await sql('sandbox', 'DELETE FROM webhook_secrets WHERE owner = $1', [lost]);
    expect((await doctor({ SVC_MASTER_KEY: present })).levels).toMatchObject({ 'sandbox secrets': 'ok' });
  });

  it('doctor detects that both tiers use one database under two host names', async () => {
    const byName = stores.servers.liveDatabaseUrl.replace('127.0.0.1', 'localhost');
    expect(byName).not.toBe(stores.servers.liveDatabaseUrl);
    const { levels } = await doctor({ SANDBOX_DATABASE_URL: byName });
    expect(levels).toMatchObject({ tiers: 'problem', 'sandbox database': 'warning' });
  });
});
