import { tiers, type Tier } from '../../src/common/identity/caller.js';
import { itInFullLevel } from '../support/full-level.js';
import { runFile } from '../support/shared-service.js';
import { runNode } from '../support/operator.js';
import { sqlOf } from '../support/sql-of.js';

const denied = (text: string) => ({ message: expect.stringMatching(text) as string, code: '42501' });

describe('an attacker with the database password of the application', () => {
  const asApplication = (tier: Tier) => sqlOf(runFile()[`${tier}_database_url`]);
  const asOwner = (tier: Tier) => sqlOf(runFile()[`${tier}_database_owner_url`]);
  const urlOf = (tier: Tier) => new URL(runFile()[`${tier}_database_url`]);

  it.each(tiers)('The role of the application cannot create, change or drop tables of the %s tier', async (tier) => {
    const sql = asApplication(tier);
    for (const statement of [
      'CREATE TABLE stolen AS SELECT 1',
      'CREATE TEMPORARY TABLE stolen (n int)',
      'CREATE SCHEMA stolen',
      'DROP TABLE simulations',
      'ALTER TABLE simulations ADD COLUMN n int',
      'ALTER TABLE outbox_messages DISABLE TRIGGER outbox_messages_notify',
      'TRUNCATE webhook_attempts',
      'CREATE ROLE stolen',
      `COPY organizations TO PROGRAM 'cat'`,
      `UPDATE _prisma_migrations SET checksum = 'x'`,
    ])
      expect([statement, await failureOf(sql(statement))]).toEqual([
        statement,
        denied('permission denied|must be owner'),
      ]);
  });

  it.each(tiers)('The audit log of the %s tier is append-only for the role of the application', async (tier) => {
    const sql = asApplication(tier);
    await sql(`INSERT INTO audit_entries (id, actor_kind, action, subject, details)
               VALUES (gen_random_uuid(), 'system', 'api_key.created', 's', '{}')`);
    const count = async () => (await asOwner(tier)('SELECT FROM audit_entries')).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    for (const statement of [`UPDATE audit_entries SET subject = 'x'`, 'DELETE FROM audit_entries'])
      expect(await failureOf(sql(statement))).toEqual(denied('permission denied for table audit_entries'));
    // Retention deletes with this function, which keeps entries for at least 30 days.
    expect(await sql('SELECT delete_expired_audit_entries(-1, 1000000) AS count')).toEqual([{ count: 0 }]);
    expect(await count()).toBeGreaterThanOrEqual(before);
  });

  it('The password of one tier does not open the database of the other tier', async () => {
    const [sandbox, live] = [urlOf('sandbox'), urlOf('live')];
    expect(sandbox.password).not.toBe(live.password);
    sandbox.pathname = '/live';
    expect(await failureOf(sqlOf(sandbox.href)('SELECT 1'))).toEqual(denied('permission denied for database'));
    live.username = sandbox.username;
    expect(await failureOf(sqlOf(live.href)('SELECT 1'))).toMatchObject({ code: '28P01' });
  });

  itInFullLevel('Production does not start with a role that can change the tables', async () => {
    const run = runFile();
    const { code, stderr } = await runNode(['dist/app/main.js'], {
      NODE_ENV: 'production',
      SVC_MASTER_KEY: '8f3a51c07be2d6944e1f0a6b97c835dd2714e8b05fa9613c4d70fe8219b6ca53',
      SANDBOX_DATABASE_URL: run.sandbox_database_url,
      LIVE_DATABASE_URL: run.live_database_owner_url,
      REDIS_URL: run.redis_url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      SVC_MAIL_FROM: 'no-reply@example.com',
      SVC_FRONTEND_URL: 'https://app.example.com/auth/callback',
      SVC_TRUSTED_PROXIES: 'none',
      SVC_ALLOW_PLAINTEXT: 'postgres,redis,smtp',
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^LIVE_DATABASE_URL: the role of the application can change the tables; [^\n]*\n$/,
      ) as string,
    });
  });
});

async function failureOf(statement: Promise<unknown>): Promise<{ message: string; code: string } | undefined> {
  try {
    await statement;
    return undefined;
  } catch (error) {
    const { message, code } = error as { message: string; code: string };
    return { message, code };
  }
}
