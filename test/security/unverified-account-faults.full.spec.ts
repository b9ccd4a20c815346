import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { cookieOf, newEmail, type IdentityRecord } from '../support/auth-service.js';
import { MailServer, type ReceivedMail, tokenIn } from '../support/mail-server.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

const tiers = ['sandbox', 'live'] as const;
type Tier = (typeof tiers)[number];
type Proxies = Record<Tier, PostgresProxy>;

describe('an account of a third party whose discarding is interrupted', () => {
  let bed: TestBed;
  let mail: MailServer;
  let proxies: Proxies;
  /** Has direct connections. */
  let url: string;
  /** Has connections through the proxies. */
  let proxied: { child: ChildProcess; url: string };

  beforeAll(async () => {
    mail = await MailServer.start();
    bed = await TestBed.start({ SMTP_URL: mail.url, SVC_TRUSTED_PROXIES: 'loopback' });
    const { sandboxDatabaseUrl, liveDatabaseUrl } = bed.servers;
    proxies = {
      sandbox: await PostgresProxy.start(sandboxDatabaseUrl),
      live: await PostgresProxy.start(liveDatabaseUrl),
    };
    const [direct, started] = await Promise.all([bed.startApi(), startProxied()]);
    url = direct.url;
    proxied = started;
  });
  afterAll(async () => {
    await bed.stop();
    await mail.stop();
    await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
  });

  const startProxied = () =>
    bed.startApi({ SANDBOX_DATABASE_URL: proxies.sandbox.url, LIVE_DATABASE_URL: proxies.live.url });
  const query = (tier: Tier, text: string, values: unknown[]) =>
    sqlOf(tier === 'live' ? bed.servers.liveDatabaseUrl : bed.servers.sandboxDatabaseUrl)<{ id: string }>(text, values);
  const post = <T = IdentityRecord>(to: string, path: string, json: unknown, headers: Record<string, string> = {}) => {
    const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
    return new ApiClient(to).call<T>(path, {
      method: 'POST',
      json,
      headers: { 'x-forwarded-for': address, ...headers },
    });
  };
  const newKey = (to: string, cookie: string, tier: Tier) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() };
    const body = { name: 'backdoor', scopes: ['keys:write', 'simulations:write'], is_test: tier === 'sandbox' };
    return post<{ key: string; key_id: string }>(to, '/v1/api-keys', body, headers);
  };
  const newToken = async (email: string) => {
    expect((await post(url, '/v1/auth/magic-link/request', { email })).status).toBe(202);
    // The link after the sign-up, which is older, can arrive later.
    const requested = ({ headers }: ReceivedMail) => /^Subject: Sign in to Simulation Service$/m.test(headers);
    return tokenIn(mail.mailsTo(email).findLast(requested) ?? fail());
  };
  const verify = (to: string, token: string) => post(to, '/v1/auth/magic-link/verify', { token });

  async function plant() {
    const email = newEmail();
    const form = { email, password: 'a quiet sentence', name: 'Eve', organization_name: 'Evil Engines' };
    const response = await post(url, '/v1/auth/password/signup', form);
    const cookie = cookieOf(response);
    const created = {
      sandbox: (await newKey(url, cookie, 'sandbox')).body.data,
      live: (await newKey(url, cookie, 'live')).body.data,
    };
    for (const tier of tiers) {
      const api = new ApiClient(url, created[tier].key);
      expect((await api.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/eve' })).status).toBe(201);
    }
    return { email, organizationId: response.body.data.organization_id, cookie, created };
  }
  const use = async (to: string, { created }: Awaited<ReturnType<typeof plant>>) =>
    Promise.all(tiers.map(async (tier) => (await new ApiClient(to, created[tier].key).call('/v1/auth/me')).status));
  const activeKeys = async (organizationId: string) => {
    const sql = 'SELECT id FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL';
    return (await Promise.all(tiers.map((tier) => query(tier, sql, [organizationId])))).flat();
  };
  const isVerified = async (email: string) =>
    (await query('live', 'SELECT id FROM users WHERE email = $1 AND email_verified_at IS NOT NULL', [email])).length >
    0;

  it.each<[string, Tier, string, 'before' | 'after']>([
    ['before it changes the sandbox database', 'sandbox', 'FOR UPDATE', 'before'],
    ['before it commits the sandbox database', 'sandbox', 'UPDATE "public"."api_keys"', 'after'],
    ['before it changes the live database', 'live', 'FOR UPDATE', 'before'],
    ['before it commits the live database', 'live', 'unverified_account.discarded', 'after'],
  ])(
    'If discarding fails %s, the address is not verified, and the same link completes the work',
    async (_, tier, statement, moment) => {
      const planted = await plant();
      const token = await newToken(planted.email);
      proxies[tier].setBreakpoint({ statement, moment, action: () => proxies[tier].cut() });
      expect((await verify(proxied.url, token)).status).toBeGreaterThanOrEqual(500);
      expect(proxies[tier].clearBreakpoint().wasReached).toBe(true);
      expect(await isVerified(planted.email)).toBe(false);
      await waitUntil('the link works', async () => (await verify(url, token)).status === 200);
      expect(await use(url, planted)).toEqual([401, 401]);
      expect(await activeKeys(planted.organizationId)).toEqual([]);
      expect(await isVerified(planted.email)).toBe(true);
    },
  );

  it.each(tiers)(
    'A request of a third party that was authenticated before the discarding creates no key afterwards (%s)',
    async (tier) => {
      const planted = await plant();
      const token = await newToken(planted.email);
      let resume: (() => void) | undefined;
      proxies[tier].setBreakpoint({ statement: 'FOR KEY SHARE', moment: 'before', action: (go) => (resume = go) });
      const created = newKey(proxied.url, planted.cookie, tier);
      await waitUntil('the request is authenticated', () => resume !== undefined);
      expect((await verify(url, token)).status).toBe(200);
      resume?.();
      expect(await created).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
      expect(await activeKeys(planted.organizationId)).toEqual([]);
    },
  );

  it('A request of a third party that was authenticated before the discarding does not read the new signing secret', async () => {
    const planted = await plant();
    const token = await newToken(planted.email);
    let resume: (() => void) | undefined;
    const api = new ApiClient(proxied.url, planted.created.live.key);
    expect((await api.call('/v1/auth/me')).status).toBe(200); // so that the key is cached
    proxies.live.setBreakpoint({ statement: '"webhook_secrets"', moment: 'before', action: (go) => (resume = go) });
    const read = api.call('/v1/webhook-endpoints/signing-secret');
    await waitUntil('the request is authenticated', () => resume !== undefined);
    expect((await verify(url, token)).status).toBe(200);
    resume?.();
    expect(await read).toMatchObject({ status: 401, body: { error: 'invalid_or_revoked_api_key' } });
  });

  it('A key that is created during the discarding is discarded too', async () => {
    const planted = await plant();
    const token = await newToken(planted.email);
    let resume: (() => void) | undefined;
    proxies.sandbox.setBreakpoint({
      statement: 'INSERT INTO api_keys',
      moment: 'before',
      action: (go) => (resume = go),
    });
    const created = newKey(proxied.url, planted.cookie, 'sandbox');
    await waitUntil('the key is about to be written', () => resume !== undefined);
    const verified = verify(url, token);
    await sleep(300);
    resume?.();
    expect((await created).status).toBe(201);
    expect((await verified).status).toBe(200);
    expect((await new ApiClient(url, (await created).body.data.key).call('/v1/auth/me')).status).toBe(401);
    expect(await activeKeys(planted.organizationId)).toEqual([]);
  });

  it('If the process is killed between the two databases, the address is not verified, and the same link completes the work', async () => {
    const planted = await plant();
    const token = await newToken(planted.email);
    proxies.live.setBreakpoint({
      statement: 'FOR UPDATE',
      moment: 'before',
      action: () => void bed.kill(proxied.child),
    });
    await verify(proxied.url, token).catch(() => undefined);
    expect(proxies.live.clearBreakpoint().wasReached).toBe(true);
    expect(await isVerified(planted.email)).toBe(false);
    expect(await use(url, planted)).toEqual([401, expect.any(Number)]);
    await waitUntil('the link works', async () => (await verify(url, token)).status === 200);
    expect(await use(url, planted)).toEqual([401, 401]);
    expect(await activeKeys(planted.organizationId)).toEqual([]);
  });

  it('If the process is killed when the live database has committed, no process accepts a cached key', async () => {
    proxied = await startProxied();
    const planted = await plant();
    const token = await newToken(planted.email);
    expect(await use(url, planted)).toEqual([200, 200]);
    const kill = () => void bed.kill(proxied.child);
    proxies.live.setBreakpoint({
      statement: 'unverified_account.discarded',
      moment: 'before',
      action: (resume) => {
        proxies.live.setBreakpoint({ statement: 'COMMIT', moment: 'after', action: kill });
        resume();
      },
    });
    await verify(proxied.url, token).catch(() => undefined);
    expect(proxies.live.clearBreakpoint().wasReached).toBe(true);
    expect(await use(url, planted)).toEqual([401, 401]);
    expect(await isVerified(planted.email)).toBe(true);
  });

  describe('emails', () => {
    it('The link after a sign-up does not end a link that the user requested in the meantime', async () => {
      // Only for messages from here on: the earlier tests have filled the outbox.
      for (const tier of tiers) await query(tier, 'DELETE FROM outbox_messages', []);
      const email = newEmail();
      const form = { email, password: 'a quiet sentence', name: 'A', organization_name: 'B' };
      await post(url, '/v1/auth/password/signup', form);
      const token = await newToken(email);
      await bed.startWorker();
      const messages = () => query('live', 'SELECT id::text FROM outbox_messages', []);
      await waitUntil('the message is processed', async () => (await messages()).length === 0);
      expect((await verify(url, token)).status).toBe(200);
    });

    it('Sign-up by password emails a link to the address, which confirms it', async () => {
      const { email, cookie, created } = await plant();
      await waitUntil('the email arrives', () => mail.mailsTo(email).length > 0);
      const [sent = fail()] = mail.mailsTo(email);
      expect(sent.headers).toMatch(/^Subject: Confirm your email address for Simulation Service$/m);
      expect(sent.text + sent.html).not.toMatch(/Evil|Eve/);
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const response = await post(url, '/v1/auth/magic-link/verify', { token: tokenIn(sent) }, headers);
      expect(response.body.data.user).toMatchObject({ email, email_verified: true });
      // The request carried the session of the account.
      expect((await new ApiClient(url, created.live.key).call('/v1/auth/me')).status).toBe(200);
    });

    it('The owner gets one email that lists what was removed by id, without text that the third party chose', async () => {
      const { email, created } = await plant();
      expect((await verify(url, await newToken(email))).status).toBe(200);
      const notices = () =>
        mail.mailsTo(email).filter(({ headers }) => /^Subject: Unconfirmed account reset$/m.test(headers));
      await waitUntil('the email arrives', () => notices().length > 0);
      const [{ text } = fail()] = notices();
      for (const { key_id } of [created.sandbox, created.live]) expect(text).toContain(`API key ${key_id}`);
      expect(text.match(/^Webhook endpoint we_[0-9a-f]{32} \((sandbox|live) tier\)$/gm)).toHaveLength(2);
      expect(text).not.toMatch(/backdoor|hooks\.example|Evil/);
    });
  });
});

function fail(): never {
  throw new Error('the value is missing');
}
