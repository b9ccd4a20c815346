import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { SecretBox } from '../../src/common/secret-box.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import type { OutboundResponse, OutboundHttp } from '../../src/platform/outbound/outbound-http.service.js';
import { RateLimiter } from '../../src/platform/rate-limit/rate-limiter.service.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { DeliveryAttempts, DeliveryOutcomes } from '../../src/webhooks/attempts/delivery-attempts.service.js';
import { DeliveryClaims } from '../../src/webhooks/attempts/delivery-claims.service.js';
import { HostLimit } from '../../src/webhooks/attempts/host-limit.service.js';
import { WebhookSender } from '../../src/webhooks/attempts/webhook-sender.service.js';
import { formatWebhookSecret, WebhookSecrets } from '../../src/webhooks/endpoints/webhook-secrets.service.js';
import { writeEvent } from '../../src/webhooks/events/webhook-events.service.js';
import { endpointLane } from '../../src/webhooks/lane.js';
import { WebhookHousekeeping } from '../../src/webhooks/webhook-housekeeping.service.js';
import { unusedCredential } from '../support/current-credential.js';
import { sqlOf } from '../support/sql-of.js';
import { startStores, type Stores } from '../support/stores.js';

interface Endpoint {
  organizationId: string;
  id: string;
  lane: string;
}

const tier = 'sandbox';
const url = 'https://hooks.example/simulations';

describe('attempts at deliveries', () => {
  let stores: Stores;
  let databases: Databases;
  let claims: DeliveryClaims;
  let attempts: DeliveryAttempts;
  let secrets: WebhookSecrets;
  let redis: Redis;
  let response: OutboundResponse;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    stores = await startStores({ SVC_WEBHOOK_RETRY_SCHEDULE: '0,3600' });
    databases = new Databases(stores.settings);
    const box = new SecretBox(stores.settings.masterKey, []);
    secrets = new WebhookSecrets(databases, box, unusedCredential());
    redis = createRedis(stores.settings.redisUrl);
    const hosts = new HostLimit(databases, new RateLimiter(redis), stores.settings);
    claims = new DeliveryClaims(databases, secrets, hosts);
    const sender = new WebhookSender({ post: () => Promise.resolve(response) } as unknown as OutboundHttp);
    const outcomes = new DeliveryOutcomes(databases);
    attempts = new DeliveryAttempts(sender, outcomes, stores.settings);
  });
  afterAll(async () => {
    redis.disconnect();
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(() => (response = { statusCode: 204, retryAfter: undefined, body: '' }));

  /** Creates an endpoint of a new organization, with one delivery that is due. */
  const createEndpoint = async (): Promise<Endpoint> => {
    const [organizationId, id] = [newId(), newPrefixedId('we')];
    const db = databases.for(tier);
    await db.organization.create({ data: { id: organizationId, name: 'A', planTier: 'growth' } });
    await db.webhookEndpoint.create({
      data: { id, organizationId, url, events: ['simulation.completed'], description: '', enabled: true },
    });
    const secret = formatWebhookSecret(Buffer.alloc(32, 1));
    await databases.transaction(tier, (sql) => secrets.write(sql, { organizationId, owner: id }, secret));
    const lane = endpointLane(organizationId, id);
    await deliver({ organizationId, id, lane });
    return { organizationId, id, lane };
  };
  const deliver = async ({ organizationId, id, lane }: Endpoint) => {
    const event = { organizationId, type: 'simulation.completed', simulationId: newPrefixedId('sim') };
    await writeEvent(
      databases.sql(tier),
      { ...event, body: '{}', origin: undefined },
      [{ endpointId: id, url, lane }],
      0,
    );
  };
  const makeDue = () =>
    databases.sql(tier).query("UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 s'");
  const attempt = async ({ lane }: Endpoint) => {
    for (const delivery of await claims.claim(tier, lane, 8)) await attempts.make(tier, delivery);
  };
  const deliveriesOf = ({ id }: Endpoint) =>
    databases.for(tier).webhookDelivery.findMany({
      where: { endpointId: id },
      include: { attempts: { orderBy: { number: 'asc' } } },
      orderBy: { createdAt: 'asc' },
    });
  const rowOf = ({ id }: Endpoint) => databases.for(tier).webhookEndpoint.findUniqueOrThrow({ where: { id } });

  it('Deliveries of an endpoint whose secret cannot be decrypted are retried and then fail, without effect on other endpoints', async () => {
    const [broken, healthy] = [await createEndpoint(), await createEndpoint()];
    await databases
      .sql(tier)
      .query('UPDATE webhook_secrets SET sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20)) WHERE owner = $1', [
        broken.id,
      ]);
    await Promise.all([attempt(broken), attempt(healthy)]);
    expect(await deliveriesOf(healthy)).toMatchObject([{ status: 'succeeded', attemptCount: 1 }]);
    const failed = { url, statusCode: null, error: 'secret_unavailable', responseBody: '' };
    expect(await deliveriesOf(broken)).toMatchObject([
      { status: 'pending', attemptCount: 1, step: 1, attempts: [failed] },
    ]);
    await makeDue();
    await attempt(broken);
    const [delivery] = await deliveriesOf(broken);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null, attempts: [failed, failed] });
    // The receiver is not at fault.
    expect(await rowOf(broken)).toMatchObject({ enabled: true, failingSince: null });
  });

  it('An attempt with response 410 is repeated if disabling the endpoint fails', async () => {
    const goneEndpoint = await createEndpoint();
    const owner = sqlOf(stores.servers[`${tier}DatabaseOwnerUrl`]);
    await owner(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION refuse()`);
    response.statusCode = 410;
    await expect(attempt(goneEndpoint)).rejects.toThrow('no');
    await owner('DROP TRIGGER refuse ON webhook_endpoints');
    expect(await deliveriesOf(goneEndpoint)).toMatchObject([{ status: 'pending', attempts: [] }]);
    await deliver(goneEndpoint);
    await makeDue();
    const [first, second] = await claims.claim(tier, goneEndpoint.lane, 8);
    if (!first || !second) throw new Error('fewer than two deliveries are due');
    await attempts.make(tier, first);
    expect(await rowOf(goneEndpoint)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const statuses = (await deliveriesOf(goneEndpoint)).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['canceled', 'failed']);
  });

  it('An endpoint is disabled after five days of failures by the clock of the database', async () => {
    const [young, old] = [await createEndpoint(), await createEndpoint()];
    response.statusCode = 500;
    const failingFor = (id: string, time: string) =>
      databases
        .sql(tier)
        .query('UPDATE webhook_endpoints SET failing_since = now() - $2::interval WHERE id = $1', [id, time]);
    await failingFor(young.id, '4 days 23 hours 59 minutes');
    await failingFor(old.id, '5 days 1 second');
    await Promise.all([attempt(young), attempt(old)]);
    expect(await rowOf(young)).toMatchObject({ enabled: true, disabledAt: null });
    expect(await rowOf(old)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    const { rows } = await databases
      .sql(tier)
      .query(
        `SELECT abs(extract(epoch FROM now() - disabled_at)) < 60 AS now FROM webhook_endpoints WHERE NOT enabled AND id = $1`,
        [old.id],
      );
    expect(rows).toEqual([{ now: true }]);
    response.statusCode = 204;
    await deliver(young);
    await attempt(young);
    expect(await rowOf(young)).toMatchObject({ enabled: true, failingSince: null });
  });

  it('Concurrent attempts at one endpoint do not deadlock with a transaction that disables the endpoint', async () => {
    for (let round = 0; round < 5; round++) {
      const busy = await createEndpoint();
      for (let count = 0; count < 7; count++) await deliver(busy);
      await makeDue();
      response.statusCode = 500;
      const claimed = await claims.claim(tier, busy.lane, 8);
      const disabling = databases.transaction(tier, async (sql) => {
        await sql.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [busy.id]);
        await sleep(20);
        await sql.query(`UPDATE webhook_deliveries SET status = 'canceled' WHERE endpoint_id = $1`, [busy.id]);
      });
      await Promise.all([disabling, ...claimed.map((delivery) => attempts.make(tier, delivery))]);
      expect((await rowOf(busy)).failingSince).not.toBeNull();
      expect((await deliveriesOf(busy)).flatMap((delivery) => delivery.attempts)).toHaveLength(8);
    }
  });

  it('Retry-After delays all deliveries to an endpoint unless its URL has changed', async () => {
    const [paused, moved] = [await createEndpoint(), await createEndpoint()];
    const claimed = await Promise.all([paused, moved].map(({ lane }) => claims.claim(tier, lane, 8)));
    await databases.for(tier).webhookEndpoint.update({ where: { id: moved.id }, data: { url: `${url}/moved` } });
    for (const retryAfter of ['3600', '60']) {
      response = { statusCode: 503, retryAfter, body: '' };
      for (const delivery of claimed.flat()) await attempts.make(tier, delivery);
    }
    const pauses = `SELECT lane, round(extract(epoch FROM until - now()) / 60)::int AS minutes FROM webhook_holds`;
    expect((await databases.sql(tier).query(pauses)).rows).toEqual([{ lane: paused.lane, minutes: 60 }]);
    for (const endpoint of [paused, moved]) await deliver(endpoint);
    await makeDue();
    const due = await claims.dueLanes(tier);
    expect([due.includes(paused.lane), due.includes(moved.lane)]).toEqual([false, true]);
    expect(await claims.claim(tier, paused.lane, 8)).toEqual([]);
    expect(await claims.claim(tier, moved.lane, 8)).toHaveLength(2);
    await databases.sql(tier).query("UPDATE webhook_holds SET until = now() - interval '1 s'");
    expect(await claims.dueLanes(tier)).toContain(paused.lane);
    expect(await claims.claim(tier, paused.lane, 8)).toHaveLength(2);
    await new WebhookHousekeeping(databases, secrets, stores.settings).cleanUp(tier);
    expect((await databases.sql(tier).query(pauses)).rows).toEqual([]);
  });

  it('Deliveries are signed with the new secret alone if the previous secret cannot be decrypted', async () => {
    const rotated = await createEndpoint();
    const { organizationId, id: owner } = rotated;
    await databases.sql(tier).query(`UPDATE webhook_secrets SET sealed = '\\x00' WHERE owner = $1`, [owner]);
    const secret = formatWebhookSecret(Buffer.alloc(32, 2));
    await databases.transaction(tier, (sql) => secrets.rotate(sql, { organizationId, owner }, secret));
    const [delivery] = await claims.claim(tier, rotated.lane, 8);
    expect(delivery?.target?.secrets).toEqual([secret]);
  });
});
