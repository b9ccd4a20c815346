import { Redis } from 'ioredis';
import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { callerWithScopes, revokeKey } from '../support/keys.js';
import { runCli } from '../support/operator.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver, verifyWebhook } from '../support/webhook-receiver.js';
import { createEndpoint, listDeliveries, sendTestEvent } from '../support/webhooks.js';

const infoLog = { LOG_LEVEL: 'info' };

describe('restoring the databases from a backup', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bed = await TestBed.start({ SVC_ALLOW_PRIVATE_WEBHOOKS: '1' });
  });
  afterAll(async () => {
    await bed.stop();
    await receiver.stop();
  });

  /** Runs statements as the owner, connected to the `postgres` database. */
  async function administer(...statements: string[]): Promise<void> {
    const url = new URL(bed.servers.liveDatabaseOwnerUrl);
    url.pathname = '/postgres';
    for (const statement of statements) await sqlOf(url.toString())(statement);
  }
  const sandboxName = () => new URL(bed.servers.sandboxDatabaseUrl).pathname.slice(1);
  const liveName = () => new URL(bed.servers.liveDatabaseUrl).pathname.slice(1);
  /** A template can have no connections. Processes connect again afterwards. */
  const createBackup = (name: string) =>
    administer(
      `ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
      `CREATE DATABASE "${name} backup" TEMPLATE "${name}"`,
      `ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`,
    );
  const sandboxSql = (text: string, values: unknown[]) => sqlOf(bed.servers.sandboxDatabaseUrl)(text, values);
  const cli = (...args: string[]) => runCli(args, bed.environment());

  /** Key ids in the logs: revoked keys from the API, leaked keys from the worker. */
  function revokedInLogs(): { revoked: string[]; leaked: string[] } {
    const revoked = /^\/v1\/api-keys\/([^/]+)$/;
    const lines = bed.logLines();
    return {
      revoked: lines.flatMap(({ method, path }) => (method === 'DELETE' && revoked.exec(path as string)?.[1]) || []),
      leaked: lines.filter(({ msg }) => msg === 'leaked api key revoked').map(({ key_id }) => key_id as string),
    };
  }

  it('After a restore with the documented steps, keys work, queued simulations run and webhooks have their original ids', async () => {
    const lost = await bed.startApi(infoLog);
    const api = await bed.newCaller(lost.url);
    const [revoked, leaked] = [await callerWithScopes(api, ['keys:read']), await callerWithScopes(api, ['keys:read'])];
    const hook = await createEndpoint(api, { url: receiver.url('/hooks') });
    const { body: queued } = await createSimulation(api, { agent_count: 50 });
    const delivery = await sendTestEvent(api, hook.id);
    const [event] = await listDeliveries(api);

    await createBackup(sandboxName());
    const options = { tier: 'live', plan: 'growth', organization: 'Between' } as const;
    const { organization_id: between } = await bootstrapKey(bed.servers, options);
    await createBackup(liveName());

    // These changes are not in the backup.
    const worker = await bed.startWorker(infoLog);
    await waitUntil('the API is ready', async () => (await fetch(`${lost.url}/readyz`)).ok);
    expect((await revokeKey(new ApiClient(lost.url, api.key), revoked.keyId)).status).toBe(200);
    expect((await new ApiClient(lost.url).post('/v1/leaked-keys', { key: leaked.key })).status).toBe(200);
    const expected = { revoked: [revoked.keyId], leaked: [leaked.keyId] };
    await waitUntil('the logs contain both keys', () => JSON.stringify(revokedInLogs()) === JSON.stringify(expected));
    await Promise.all([bed.kill(lost.child), bed.kill(worker)]);

    for (const name of [sandboxName(), liveName()]) {
      await administer(`DROP DATABASE "${name}"`, `CREATE DATABASE "${name}" TEMPLATE "${name} backup"`);
    }
    const redis = new Redis(bed.servers.redisUrl);
    await redis.flushall();
    redis.disconnect();
    receiver.received.length = 0;

    expect(await cli('migrate')).toMatchObject({ code: 0, stdout: 'sandbox: up to date\nlive: up to date\n' });
    const mirrored = () => sandboxSql('SELECT name, plan_tier FROM organizations WHERE id = $1', [between]);
    expect(await mirrored()).toEqual([]);
    const mirror = await cli('organization', 'mirror', '--json');
    expect({ code: mirror.code, output: JSON.parse(mirror.stdout) as unknown }).toEqual({
      code: 0,
      output: { organizations: 2 },
    });
    expect(await mirrored()).toEqual([{ name: 'Between', plan_tier: 'growth' }]);
    expect(await cli('doctor')).toMatchObject({ code: 0 });
    await sandboxSql('UPDATE api_keys SET revoked_at = now() WHERE id = ANY ($1)', [revokedInLogs().revoked]);

    const [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
    expect((await new ApiClient(url, revoked.key).call('/v1/api-keys')).status).toBe(401);
    // The backup contains the leaked key as active, so the documented steps revoke such keys before the API starts.
    expect((await new ApiClient(url, leaked.key).call('/v1/api-keys')).status).toBe(200);
    expect(await finished(new ApiClient(url, api.key), queued.data.id)).toMatchObject({
      status: 'completed',
      agent_count: 50,
    });
    const received = await receiver.waitFor('/hooks', 2);
    const webhooks = received.map((webhook) => ({
      ...verifyWebhook(webhook, hook.secret),
      id: webhook.headers['webhook-id'],
    }));
    expect(event).toMatchObject({ id: delivery });
    expect(webhooks).toContainEqual(expect.objectContaining({ type: 'webhook_endpoint.test', id: event?.event_id }));
    expect(webhooks).toContainEqual(
      expect.objectContaining({
        type: 'simulation.completed',
        data: expect.objectContaining({ id: queued.data.id }) as object,
      }),
    );
  });
});
