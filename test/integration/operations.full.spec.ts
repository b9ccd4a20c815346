import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Tier } from '../../src/common/identity/caller.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/commands.js';
import { runJsonCommand } from '../support/json-command.js';
import { createKey } from '../support/keys.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { createEndpoint } from '../support/webhooks.js';

/** Interval of a worker's heartbeats. */
const heartbeatIntervalMs = 500;
const masterKey = '07'.repeat(32);

describe('operator tasks with running simulations and changed keys', () => {
  let bed: TestBed;
  let url: string;
  let api: ApiClient;
  let count = 0;

  beforeAll(async () => {
    bed = await TestBed.start({ SVC_MASTER_KEY: masterKey, SVC_ALLOW_PRIVATE_WEBHOOKS: '1' });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(() => bed.stop());
  beforeEach(async () => (api = await bed.newCaller(url, `Operations ${++count}`)));

  const sql = <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    sqlOf(bed.servers.sandboxDatabaseUrl)<Row>(text, values);
  const cli = (...args: string[]) => runJsonCommand(bed, args);

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
