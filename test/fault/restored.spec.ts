import pg from 'pg';
import { Redis } from 'ioredis';
import { Api } from '../support/api.js';
import { TestBed } from '../support/processes.js';
import { createSimulation, finished } from '../support/simulations.js';
import { WebhookReceiver, verified } from '../support/webhook-receiver.js';
import { createEndpoint, deliveries, sendTest } from '../support/webhooks.js';

describe('databases that were lost and restored from a backup, beside an empty Redis', () => {
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

  /** As the owner of the databases, from none of them. */
  async function administer(...statements: string[]): Promise<void> {
    const url = new URL(bed.servers.liveDatabaseUrl);
    url.pathname = '/postgres';
    const db = new pg.Client({ connectionString: url.toString() });
    await db.connect();
    for (const statement of statements) await db.query(statement);
    await db.end();
  }
  const names = () =>
    [bed.servers.sandboxDatabaseUrl, bed.servers.liveDatabaseUrl].map((url) => new URL(url).pathname.slice(1));

  it('go on where the backup was made: keys are good, what was queued runs, webhooks go out under the ids they had', async () => {
    const before = await bed.startApi();
    const api = await bed.newCaller(before.url);
    const hook = await createEndpoint(api, { url: receiver.url('/hooks') });
    const { body: queued } = await createSimulation(api, { agent_count: 50 });
    const delivery = await sendTest(api, hook.id);
    const [event] = await deliveries(api);
    await bed.kill(before.child);

    await administer(...names().map((name) => `CREATE DATABASE "${name} backup" TEMPLATE "${name}"`));
    await administer(...names().map((name) => `DROP DATABASE "${name}"`));
    const redis = new Redis(bed.servers.redisUrl);
    await redis.flushall();
    redis.disconnect();
    await administer(...names().map((name) => `CREATE DATABASE "${name}" TEMPLATE "${name} backup"`));

    const [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
    expect(await finished(new Api(url, api.key), queued.data.id)).toMatchObject({
      status: 'completed',
      agent_count: 50,
    });
    const received = await receiver.waitFor('/hooks', 2);
    const told = received.map((webhook) => ({ ...verified(webhook, hook.secret), id: webhook.headers['webhook-id'] }));
    expect(event).toMatchObject({ id: delivery });
    expect(told).toContainEqual(expect.objectContaining({ type: 'webhook_endpoint.test', id: event?.event_id }));
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'simulation.completed',
        data: expect.objectContaining({ id: queued.data.id }) as object,
      }),
    );
  });
});
