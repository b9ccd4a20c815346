import { FaultyService } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { processingPoints } from '../support/faults/processing-points.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { waitUntil } from '../support/wait-until.js';

describe('a worker that loses a store at each processing step', () => {
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

  it('Losing the connection to a store before or after any processing step loses no simulation and repeats no effect', async () => {
    const customer = await service.newCustomer();
    const api = service.callerOf(customer);
    const ledger = new Ledger();
    for (const [step, store, statement, moment] of processingPoints) {
      const proxy = proxies[store];
      proxy.setBreakpoint({ statement, moment, action: () => proxy.cut() });
      // Takes long enough for heartbeats.
      if (step === 'send a heartbeat') await ledger.create(api, 10_000, 0, 'hybrid-corn-network');
      await ledger.create(api, 100, 1);
      await waitUntil(`the step is reached: ${step}, ${moment}`, () => proxy.wasReached);
    }
    await expectInvariants(service, customer, ledger);
  });
});
