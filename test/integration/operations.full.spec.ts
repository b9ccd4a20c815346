import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Tier } from '../../src/common/identity/caller.js';
import { securityEvents } from '../../src/platform/logging/security-events.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/commands.js';
import { runJsonCommand } from '../support/json-command.js';
import { callerWithScopes, createKey } from '../support/keys.js';
import { MailServer } from '../support/mail-server.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, listDeliveries, sendTestEvent } from '../support/webhooks.js';

/** Interval of a worker's heartbeats. */
const heartbeatIntervalMs = 500;
const masterKey = '07'.repeat(32);

describe('operator tasks', () => {
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
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_MASTER_KEY: masterKey,
      SVC_WEBHOOK_RETRY_SCHEDULE: '0,0.1',
    });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([receiver.stop(), mail.stop()]);
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Operations ${++count}`)));

  const sql = <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    sqlOf(bed.servers.sandboxDatabaseUrl)<Row>(text, values);
  const liveSql = (text: string, values: unknown[]) => sqlOf(bed.servers.liveDatabaseUrl)(text, values);
  const cli = (...args: string[]) => runJsonCommand(bed, args);
  const organizationOf = async (client: ApiClient) =>
    (await client.call<{ organization_id: string }>('/v1/auth/me')).body.data.organization_id;

  it('A command of an operator leaves an event in the log of a worker, without names', async () => {
    await cli('bootstrap', '--tier', 'sandbox', '--organization', 'Secret Plans', '--plan', 'growth');
    const started = () => bed.logLines().filter(({ event }) => event === 'operator.command');
    await waitUntil('the worker logs the command', () => started().length > 0);
    expect(started()).toEqual([
      expect.objectContaining({
        logger: 'security',
        process: 'worker',
        command: 'bootstrap',
        options: { tier: 'sandbox', plan: 'growth', json: true },
        operator: expect.stringMatching(/.@./) as string,
      }),
    ]);
    expect(Object.keys(started()[0] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(securityEvents['operator.command'].fields)),
    );
  });

  it('The commands doctor and migrate leave an event like other commands', async () => {
    expect((await runCommand(['migrate'], bed.environment())).code).toBe(0);
    // The exit code depends on the machine: it is a failure if a check finds a problem.
    await runCommand(['doctor', '--json'], bed.environment());
    const logged = (command: string) =>
      bed.logLines().filter((line) => line['event'] === 'operator.command' && line['command'] === command);
    for (const [command, options] of [
      ['migrate', {}],
      ['doctor', { json: true }],
    ] as const) {
      await waitUntil(`the worker logs ${command}`, () => logged(command).length > 0);
      expect(logged(command)).toMatchObject([{ options, operator: expect.stringMatching(/.@./) as string }]);
    }
  });

  it('Users with verified addresses get an email that identifies a leaked key, and users with unverified addresses do not', async () => {
    const organizationId = await organizationOf(api);
    const [owner, unverified] = [`owner-${randomUUID()}@example.com`, `unverified-${randomUUID()}@example.com`];
    await liveSql(
      `INSERT INTO users (id, organization_id, email, name, email_verified_at)
       VALUES (gen_random_uuid(), $1, $2, 'Owner', now()), (gen_random_uuid(), $1, $3, 'Unverified', NULL)`,
      [organizationId, owner, unverified],
    );
    const { key = '', keyId } = await callerWithScopes(api, ['keys:read'], { name: 'Night <job>' });
    expect((await new ApiClient(url).post('/v1/leaked-keys', { key })).status).toBe(200);
    await waitUntil('the owner is notified', () => mail.mailsTo(owner).length > 0);
    const [notification] = mail.mailsTo(owner);
    for (const text of [keyId, 'Night <job>', `${key.slice(0, 12)}…${key.slice(-4)}`, 'sandbox tier'])
      expect(notification?.text).toContain(text);
    expect(notification?.html).toContain('Night &lt;job&gt;');
    expect(`${notification?.text}${notification?.html}`).not.toContain(key.slice(12, -4));
    expect(mail.mailsTo(unverified)).toEqual([]);
  });

  it('The CLI redelivers one failed delivery, or all failed deliveries of an organization since a time', async () => {
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
    const redeliver = (...args: string[]) => cli('webhooks', 'redeliver', '--tier', 'sandbox', ...args);
    expect(await redeliver('--delivery', one)).toEqual({ redelivered: 1, disabled: [] });
    await waitUntil('the delivery has succeeded', async () => (await statuses()).includes('succeeded'));
    expect(receiver.receivedAt(own)).toHaveLength(2);
    const all = await redeliver('--organization', await organizationOf(api), '--since', since);
    expect(all).toEqual({ redelivered: 1, disabled: [disabled.id] });
    await waitUntil('all deliveries have succeeded', async () => (await statuses()).join() === 'succeeded,succeeded');
    expect(new Set(receiver.receivedAt(own).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { code, stderr } = await runCommand(
      ['webhooks', 'redeliver', '--tier', 'live', '--delivery', one],
      bed.environment(),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: `No delivery in the live tier has the id ${one}.\n` });
  });

  it('With the previous master key, replays return the same secrets after a key change; without it, only replays without secrets work', async () => {
    const idempotencyKey = randomUUID();
    const first = await createKey(api, {}, idempotencyKey);
    const hook = await createEndpoint(api, { url: 'http://127.0.0.1:9/hooks/sealed' });
    const simulate = (by: ApiClient, agent_count = 1) =>
      by.call<{ id: string }>('/v1/simulations', {
        method: 'POST',
        json: { workflow_id: 'hiv-test-incentive', agent_count },
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
    const withoutOldKey = new ApiClient((await bed.startApi(newKey)).url, api.key);
    expect((await createKey(withoutOldKey, {}, idempotencyKey)).body.error).toBe('idempotency_key_reused');
    const again = await simulate(withoutOldKey);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.body.data.id).toBe(simulated.body.data.id);
    expect((await simulate(withoutOldKey, 2)).body.error).toBe('idempotency_key_reused');
    expect((await new ApiClient(withoutOldKey.url, first.body.data.key).call('/v1/usage')).status).toBe(200);
  });

  it('Requeuing a running simulation starts a new run, and heartbeats of the old run have no effect', async () => {
    const { body } = await api.post<{ id: string }>('/v1/simulations', {
      workflow_id: 'family-planning-network',
      agent_count: 10_000,
      seed: 0,
      uncertainty: { parameter_draws: 200 },
    });
    const { id } = body.data;
    const row = async () => {
      const [found] = await sql<{ attempt: number; handed_back: number; free: boolean }>(
        'SELECT attempt, handed_back, lease_expires_at <= now() AS free FROM simulations WHERE id = $1',
        [id],
      );
      return found;
    };
    await waitUntil('the simulation runs', async () => (await row())?.attempt === 1);
    await sql(`INSERT INTO queue_pauses (name, paused_by) VALUES ('simulations', 'test')`);
    expect(await cli('queue', 'requeue', id, '--tier', 'sandbox')).toEqual({ requeued: 1 });
    await sleep(2 * heartbeatIntervalMs + 200);
    expect(await row()).toEqual({ attempt: 2, handed_back: 2, free: true });
    await cli('queue', 'resume');
    await waitUntil('the simulation runs again', async () => (await row())?.attempt === 3);
    expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  });

  it('A drained tier accepts simulations but runs none until it is resumed, and a running simulation can be requeued', async () => {
    await cli('queue', 'drain', '--tier', 'sandbox');
    const { body } = await createSimulation(api, { agent_count: 20 });
    const status = async () =>
      ((await cli('queue', 'status')) as Record<Tier, { queued: number; paused_by: string | null }>).sandbox;
    expect(await status()).toMatchObject({ queued: 1, paused_by: expect.stringContaining('@') as string });
    const { code } = await runCommand(['queue', 'requeue', body.data.id, '--tier', 'sandbox'], bed.environment());
    expect(code).toBe(1);
    const startRun = `UPDATE simulations SET status = 'running', attempt = 1, lease_expires_at = now() + interval '1 h' WHERE id = $1`;
    await sql(startRun, [body.data.id]);
    expect(await cli('queue', 'resume')).toEqual({ tiers: ['sandbox', 'live'] });
    expect(await cli('queue', 'requeue', body.data.id, '--tier', 'sandbox')).toEqual({ requeued: 1 });
    expect(await finished(api, body.data.id)).toMatchObject({ status: 'completed' });
    expect(await status()).toMatchObject({ queued: 0, paused_by: null });
  });
});
