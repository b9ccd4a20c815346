import { FaultyService } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { processingPoints } from '../support/faults/processing-points.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { waitUntil } from '../support/wait-until.js';

describe('a service whose parts fail', () => {
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
    await expectInvariants(service, customer, ledger);
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
    await expectInvariants(service, customer, ledger);
  });
});
