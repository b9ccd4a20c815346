import type { ChildProcess } from 'node:child_process';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { FaultyService } from '../support/faults/faulty-service.js';
import { brokenInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { processingPoints, type ProcessingPoint } from '../support/faults/processing-points.js';
import { waitUntil } from '../support/wait-until.js';

const databasePoints = processingPoints.filter(([, store]) => store === 'sandbox');

describe('failures at each processing step', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await FaultyService.start();
  });
  afterAll(() => service.stop());

  /** @param fault started when the step is reached */
  async function failAt(
    [, store, statement, moment]: ProcessingPoint,
    fault: (worker: ChildProcess) => Promise<unknown>,
  ) {
    const customer = await service.newCustomer();
    const ledger = new Ledger();
    const proxy = await PostgresProxy.start(store === 'redis' ? service.redis.url : service.database.url);
    const worker = await service.startWorker({ [store === 'redis' ? 'REDIS_URL' : 'SANDBOX_DATABASE_URL']: proxy.url });
    let started: Promise<unknown> | undefined;
    // A response may arrive in several chunks, each of which runs the action.
    const action = () => {
      started ??= fault(worker);
    };
    proxy.setBreakpoint({ statement, moment, action });
    try {
      const api = service.callerOf(customer);
      // The first simulation takes long enough for heartbeats.
      await ledger.create(api, 1_500, 0, 'hybrid-corn-network');
      await Promise.all([1, 2].map((seed) => ledger.create(api, 300, seed)));
      await waitUntil('the step is reached', () => started !== undefined);
      await started;
      await service.recover();
      expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
    } finally {
      while (service.workers.length > 0) await service.stopWorker('SIGKILL');
      await proxy.stop();
    }
  }

  it.each(processingPoints)(
    'Killing a worker (step: %s; %s, %s; %s) loses no simulation and repeats no effect',
    (...point) =>
      failAt(point, async (worker) => {
        worker.kill('SIGKILL');
        await service.stopWorker('SIGKILL', worker);
      }),
  );

  it.each(databasePoints)(
    'Killing Postgres (step: %s; %s, %s; %s) loses no simulation and repeats no effect',
    (...point) => failAt(point, () => service.restartDatabase()),
  );
});
