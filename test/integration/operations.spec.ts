import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Tier } from '../../src/common/identity/tier.js';
import { ApiClient } from '../support/api-client.js';
import { callerWithScopes, createKey } from '../support/keys.js';
import { MailServer } from '../support/mail-server.js';
import { runCli } from '../support/operator.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, listDeliveries, sendTestEvent } from '../support/webhooks.js';

/** How often a worker says that it lives. */
const heartbeatIntervalMs = 500;
const masterKey = '07'.repeat(32);

describe('operations', () => {
  let bed: TestBed;
  let url: string;
  let receiver: WebhookReceiver;
  let mail: MailServer;
  let api: ApiClient;
  let count = 0;

  beforeAll(async () => {
    [receiver, mail] = await Promise.all([WebhookReceiver.start(), MailServer.start()]);
    bed = await TestBed.start({
      SMTP_URL: mail.url,
      SVC_MASTER_KEY: masterKey,
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_WEBHOOK_RETRY_SCHEDULE: '0,0.1',
    });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([receiver.stop(), mail.stop()]);
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Operations ${++count}`)));

  const sql = <Row extends QueryResultRow>(tier: Tier, text: string, values: unknown[] = []) =>
    sqlOf(bed.servers[`${tier}DatabaseUrl`])<Row>(text, values);
  const cli = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCli([...words, '--json'], bed.environment());
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const organizationOf = async ({ url: at, key }: ApiClient) =>
    (await new ApiClient(at, key).call<{ organization_id: string }>('/v1/auth/me')).body.data.organization_id;

  it('the owners of a leaked key are told by mail which one it was; who never proved their address is not', async () => {
    const organizationId = await organizationOf(api);
    const [owner, stranger] = [`owner-${randomUUID()}@example.com`, `stranger-${randomUUID()}@example.com`];
    await sql(
      'live',
      `INSERT INTO users (id, organization_id, email, name, email_verified_at)
       VALUES (gen_random_uuid(), $1, $2, 'Owner', now()), (gen_random_uuid(), $1, $3, 'Stranger', NULL)`,
      [organizationId, owner, stranger],
    );
    const { key = '', keyId } = await callerWithScopes(api, ['keys:read'], { name: 'Night <job>' });
    expect((await new ApiClient(url).post('/v1/leaked-keys', { key })).status).toBe(200);
    await waitUntil('the owner is told', () => mail.mailsTo(owner).length > 0);
    const [told] = mail.mailsTo(owner);
    for (const word of [keyId, 'Night <job>', `${key.slice(0, 12)}…${key.slice(-4)}`, 'sandbox tier'])
      expect(told?.text).toContain(word);
    expect(told?.html).toContain('Night &lt;job&gt;');
    expect(`${told?.text}${told?.html}`).not.toContain(key.slice(12, -4));
    expect(mail.mailsTo(stranger)).toEqual([]);
  });

  it('the operator sends again what did not arrive: one delivery, or all of an organization since a time', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const [path, own] = [`/hooks/${count}`, `/hooks/${count}/own`];
    receiver.behaviors[path] = receiver.behaviors[own] = { status: 500 };
    const hook = await createEndpoint(api, { url: receiver.url(path) });
    const disabled = await createEndpoint(api, { url: receiver.url(path), enabled: false });
    await createSimulation(api, { agent_count: 1, webhook_url: receiver.url(own) });
    const one = await sendTestEvent(api, hook.id);
    const statuses = async () => (await listDeliveries(api)).map(({ status }) => status);
    await waitUntil('both have failed', async () => (await statuses()).join() === 'failed,failed');
    receiver.behaviors[path] = receiver.behaviors[own] = { status: 204 };
    const redeliver = (...words: string[]) => cli('webhooks', 'redeliver', '--tier', 'sandbox', ...words);
    expect(await redeliver('--delivery', one)).toEqual({ redelivered: 1, disabled: [] });
    await waitUntil('it has arrived', async () => (await statuses()).includes('succeeded'));
    expect(receiver.receivedAt(own)).toHaveLength(2);
    const all = await redeliver('--organization', await organizationOf(api), '--since', since);
    expect(all).toEqual({ redelivered: 1, disabled: [disabled.id] });
    await waitUntil('all have arrived', async () => (await statuses()).join() === 'succeeded,succeeded');
    expect(new Set(receiver.receivedAt(own).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { code, stderr } = await runCli(
      ['webhooks', 'redeliver', '--tier', 'live', '--delivery', one],
      bed.environment(),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: `No delivery in the live tier has the id ${one}.\n` });
  });

  it('after a new master key replays tell the same key, and endpoints have the same secret; without the old one a replay is refused, but not of what hands out no secret', async () => {
    const idempotencyKey = randomUUID();
    const first = await createKey(api, {}, idempotencyKey);
    const hook = await createEndpoint(api, { url: receiver.url('/hooks/sealed') });
    const simulate = (by: ApiClient, agent_count = 1) =>
      by.call<{ id: string }>('/v1/simulations', {
        ...{ method: 'POST', json: { workflow_id: 'hiv-test-incentive', agent_count } },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const simulated = await simulate(api);
    const [newKey, both] = [{ SVC_MASTER_KEY: '08'.repeat(32) }, { SVC_PREVIOUS_MASTER_KEYS: masterKey }];
    const after = new ApiClient((await bed.startApi({ ...newKey, ...both })).url, api.key);
    const replay = await createKey(after, {}, idempotencyKey);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body.data).toEqual(first.body.data);
    const secret = await after.call<{ secret: string }>(`/v1/webhook-endpoints/${hook.id}/secret`);
    expect(secret.body.data.secret).toBe(hook.secret);
    const alone = new ApiClient((await bed.startApi(newKey)).url, api.key);
    expect((await createKey(alone, {}, idempotencyKey)).body.error).toBe('idempotency_key_reused');
    const again = await simulate(alone);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.body.data.id).toBe(simulated.body.data.id);
    expect((await simulate(alone, 2)).body.error).toBe('idempotency_key_reused');
    expect((await new ApiClient(alone.url, first.body.data.key).call('/v1/usage')).status).toBe(200);
  });

  it('a run is taken from a worker that lives, whose signs of life do not win it back, and begun anew', async () => {
    const { body } = await api.post<{ id: string }>('/v1/simulations', {
      ...{ workflow_id: 'family-planning-network', agent_count: 10_000, seed: 0 },
      uncertainty: { parameter_draws: 200 },
    });
    const { id } = body.data;
    const row = async () =>
      (await sql<{ attempt: number; handed_back: number; free: boolean }>('sandbox',
        'SELECT attempt, handed_back, lease_expires_at <= now() AS free FROM simulations WHERE id = $1', [id]))[0]; // prettier-ignore
    await waitUntil('it runs', async () => (await row())?.attempt === 1);
    await cli('queue', 'drain', '--tier', 'sandbox');
    expect(await cli('queue', 'requeue', id, '--tier', 'sandbox')).toEqual({ requeued: 1 });
    await sleep(2 * heartbeatIntervalMs + 200);
    expect(await row()).toEqual({ attempt: 2, handed_back: 2, free: true });
    await cli('queue', 'resume');
    await waitUntil('it runs again', async () => (await row())?.attempt === 3);
    expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  });

  it('a drained tier accepts and takes nothing up until it is resumed; a run is taken from whoever has it', async () => {
    await cli('queue', 'drain', '--tier', 'sandbox');
    const { body } = await createSimulation(api, { agent_count: 20 });
    const status = async () =>
      ((await cli('queue', 'status')) as Record<Tier, { queued: number; paused_by: string | null }>).sandbox;
    expect(await status()).toMatchObject({ queued: 1, paused_by: expect.stringContaining('@') as string });
    const { code } = await runCli(['queue', 'requeue', body.data.id, '--tier', 'sandbox'], bed.environment());
    expect(code).toBe(1);
    const held = `UPDATE simulations SET status = 'running', attempt = 1, lease_expires_at = now() + interval '1 h' WHERE id = $1`;
    await sql('sandbox', held, [body.data.id]);
    expect(await cli('queue', 'resume')).toEqual({ tiers: ['sandbox', 'live'] });
    expect(await cli('queue', 'requeue', body.data.id, '--tier', 'sandbox')).toEqual({ requeued: 1 });
    expect(await finished(api, body.data.id)).toMatchObject({ status: 'completed' });
    expect(await status()).toMatchObject({ queued: 0, paused_by: null });
  });
});
