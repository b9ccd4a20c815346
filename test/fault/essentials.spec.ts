import { setTimeout as sleep } from 'node:timers/promises';
import { oncePerObject } from '../../model/memoize.js';
import type { ApiClient } from '../support/api-client.js';
import { FaultyService, type Customer } from '../support/faults/faulty-service.js';
import { brokenInvariants } from '../support/faults/invariants.js';
import { KillableWorker, oneRunAtATime } from '../support/faults/killable-worker.js';
import { Ledger } from '../support/faults/ledger.js';
import { lostRuns } from '../support/faults/lost-runs.js';
import { processingPoints } from '../support/faults/processing-points.js';
import { sampleSize, describeInFullLevel } from '../support/full-level.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { createSimulation } from '../support/simulations.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';
import { waitUntil } from '../support/wait-until.js';
import { verifyWebhook, type Message, type ReceivedWebhook } from '../support/webhook-receiver.js';
import { createEndpoint, sendTestEvent, waitForDelivery, type EndpointRecord } from '../support/webhooks.js';

const paths = ['/one', '/two', '/three'];

// The tests share one service, because its start takes most of the time. They run in this order.
describe('a service whose parts fail', () => {
  let service: FaultyService;
  let worker: KillableWorker;
  let customer: Customer;
  let api: ApiClient;
  let ledger: Ledger;

  beforeAll(async () => {
    service = await FaultyService.start(oneRunAtATime);
    // The first kill replaces it by a worker without this restriction.
    worker = await KillableWorker.start(service, { SVC_ALLOW_PRIVATE_WEBHOOKS: '0' });
  });
  afterAll(async () => {
    await service.stop();
    await worker.stop();
  });
  beforeEach(async () => {
    customer = await service.newCustomer();
    api = service.callerOf(customer);
    ledger = new Ledger();
  });

  const createMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => ledger.create(api, 10, index)));

  it('A worker restricted to public addresses rejects deliveries to private addresses of existing endpoints', async () => {
    const { id } = customer.endpoint;
    const delivery = await sendTestEvent(api, id);
    const { attempts } = await waitForDelivery(api, delivery, (it) => it.attempts.length > 1);
    expect(attempts[0]).toMatchObject({ status_code: null, error: 'address_not_public', response_body: '' });
    expect(service.receiver.received).toEqual([]);
    await api.call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' });
  });

  it('All points of a sweep complete, and use the quota once, after its worker was killed', async () => {
    const resultOfPoint = 'INSERT INTO simulation_results';
    worker.proxy.setBreakpoint({
      statement: resultOfPoint,
      moment: 'before',
      action(resume) {
        worker.killAt(resultOfPoint, 'before');
        resume();
      },
    });
    const range = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 5 };
    const { id } = (await createSweep(api, { agent_count: 400, parameters: [range] })).body.data;
    await worker.waitForKill();
    const { body } = await api.call<SweepRecord>(`/v1/runs/${id}`);
    const { completed = 0 } = body.data.progress.points;
    // A worker stores the results of several points in one statement.
    expect([completed > 0, completed < 5]).toEqual([true, true]);
    await worker.replaceKilled();
    expect(await finishedSweep(api, id)).toMatchObject({
      status: 'completed',
      progress: { points: { completed: 5 }, agents_done: 2_000 },
    });
    const usage = await api.call<{ simulations_this_period: number }>('/v1/usage');
    expect(usage.body.data.simulations_this_period).toBe(5);
  });

  it('A delivery whose wake-up signal is lost is found by polling', async () => {
    await service.sql(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER lost_signal BEFORE INSERT ON outbox_messages FOR EACH ROW
        WHEN (NEW.kind = 'webhook_deliveries.due') EXECUTE FUNCTION lose()`);
    const delivery = await sendTestEvent(api, customer.endpoint.id);
    await waitForDelivery(api, delivery, ({ status }) => status === 'succeeded');
    await service.sql('DROP TRIGGER lost_signal ON outbox_messages; DROP FUNCTION lose');
  });

  it('Repeatedly emptying Redis loses no accepted simulation and no run', async () => {
    const created = createMany(4);
    for (let round = 0; round < 4; round++) {
      await service.flushRedis();
      await sleep(20);
    }
    await created;
    await service.flushRedis();
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
    expect(await lostRuns(service, customer)).toBe(0);
  });

  it('Accepted simulations run even without database notifications', async () => {
    await service.sql('ALTER TABLE outbox_messages DISABLE TRIGGER outbox_messages_notify');
    await createMany(1);
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
    await service.sql('ALTER TABLE outbox_messages ENABLE TRIGGER outbox_messages_notify');
  });

  it('Every event reaches each endpoint at least once with one event id, although workers are killed during deliveries', async () => {
    const endpoints: EndpointRecord[] = [];
    for (const path of paths) endpoints.push(await createEndpoint(api, { url: service.receiver.url(path) }));
    const ids: string[] = [];
    // Each body has 120 kB: to parse all of them again in each poll would take the time of the proxy, which runs in this process.
    const idOf = oncePerObject((webhook: ReceivedWebhook) => (JSON.parse(webhook.body) as Message).data['id']);
    const receivedIds = (path: string) => new Set(service.receiver.receivedAt(path).map(idOf));
    const eventOf = new Map<unknown, unknown>();
    const verified = new Set<ReceivedWebhook>();
    // After each round, because a signature is valid for five minutes.
    const verify = () => {
      for (const [index, path] of paths.entries())
        for (const webhook of service.receiver.receivedAt(path)) {
          if (verified.has(webhook)) continue;
          verified.add(webhook);
          const { data } = verifyWebhook(webhook, endpoints[index]?.secret ?? '');
          const event = webhook.headers['webhook-id'];
          expect(eventOf.get(data['id']) ?? event).toBe(event);
          eventOf.set(data['id'], event);
        }
    };
    // At the first, the endpoint has received the event, and the worker has not recorded it.
    const steps = ['INSERT INTO webhook_attempts', 'UPDATE webhook_deliveries SET attempt_count'];
    for (let round = 0; round < sampleSize(1, 20); round++) {
      worker.killAt(steps[round % steps.length] ?? '', round % 4 < 2 ? 'before' : 'after');
      const created = await Promise.all(Array.from({ length: 4 }, () => createSimulation(api, { agent_count: 50 })));
      ids.push(...created.map(({ body }) => body.data.id));
      await worker.replaceKilled();
      verify();
    }
    for (const path of paths)
      await waitUntil(`all events reach ${path}`, () => ids.every((id) => receivedIds(path).has(id)));
    verify();
    expect(new Set(eventOf.values()).size).toBe(ids.length);
  });
});

describeInFullLevel('a service that loses its stores or its processes', () => {
  let service: FaultyService;
  let proxies: Record<'sandbox' | 'redis', PostgresProxy>;

  beforeAll(async () => {
    service = await FaultyService.start();
    const { redis, database } = service;
    proxies = { redis: await PostgresProxy.start(redis.url), sandbox: await PostgresProxy.start(database.url) };
    await service.startWorker({ REDIS_URL: proxies.redis.url, SANDBOX_DATABASE_URL: proxies.sandbox.url });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
  });

  it('Losing the connection to a store at any processing step loses no simulation and repeats no effect', async () => {
    const customer = await service.newCustomer();
    const api = service.callerOf(customer);
    const ledger = new Ledger();
    for (const [step, store, statement, moment] of processingPoints) {
      const proxy = proxies[store];
      proxy.setBreakpoint({ statement, moment, action: () => proxy.cut() });
      // Takes long enough for heartbeats.
      if (step === 'send a heartbeat') await ledger.create(api, 10_000, 0, 'hybrid-corn-network');
      await ledger.create(api, 10, 1);
      await waitUntil(`the step is reached: ${step}, ${moment}`, () => proxy.wasReached);
    }
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
  });

  it('When a worker, the API, Redis and Postgres are each killed under load, each simulation has one result, one event and one use of the quota', async () => {
    const customer = await service.newCustomer();
    const ledger = new Ledger();
    const faults = [
      () => service.stopWorker('SIGKILL').then(() => service.recover()),
      () => service.killApi().then(() => service.startApi()),
      () => service.restartRedis(true),
      () => service.restartDatabase(),
    ];
    for (const fault of faults) {
      const api = service.callerOf(customer);
      const created = Array.from({ length: 4 }, (_, index) => ledger.create(api, 300, index % 2));
      await Promise.race(created);
      await Promise.all([...created, fault()]);
    }
    const api = service.callerOf(customer);
    // A replay that returns another simulation throws.
    for (const request of ledger.requests) await ledger.send(api, request);
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
  });
});
