import type { ChildProcess } from 'node:child_process';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import { FaultyService } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { isLongRun } from '../support/faults/rounds.js';
import { waitUntil } from '../support/wait-until.js';

type Store = 'sandbox' | 'redis';

/** Steps from the outbox to the delivery, with a statement that a worker sends only in this step. */
const steps: [step: string, store: Store, statement: string][] = [
  ['take from the outbox', 'sandbox', 'SELECT id, kind, payload FROM outbox_messages'],
  ['put into the queue', 'redis', 'bull:sandbox-simulations:wait'],
  ['delete from the outbox', 'sandbox', 'DELETE FROM outbox_messages'],
  ['claim', 'sandbox', 'pg_advisory_xact_lock'],
  ['send a heartbeat', 'sandbox', 'UPDATE simulations SET agents_done'],
  ['write the state, the results and the outbox message', 'sandbox', 'INSERT INTO simulation_results'],
  ['write the event', 'sandbox', 'INSERT INTO webhook_events'],
  ['claim the delivery', 'sandbox', 'UPDATE webhook_deliveries SET attempt_count'],
  ['record the attempt', 'sandbox', 'INSERT INTO webhook_attempts'],
];
const moments: Moment[] = ['before', 'after'];
type Point = [...(typeof steps)[number], Moment];
const points = steps.flatMap((step) => moments.map((moment): Point => [...step, moment]));
const databasePoints = points.filter(([, store]) => store === 'sandbox');
/** The default run tests four points: queueing, claiming, writing results and writing the event. */
const chosenPoints = isLongRun ? points : points.filter((_, index) => [2, 7, 10, 12].includes(index));
/** The default run tests one point: writing results. */
const chosenDatabasePoints = isLongRun ? databasePoints : databasePoints.filter((_, index) => index === 8);

describe('failures at each processing step', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await FaultyService.start();
  });
  afterAll(() => service.stop());

  /** @param fault started when the step is reached */
  async function failAt([, store, statement, moment]: Point, fault: (worker: ChildProcess) => Promise<unknown>) {
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
      await expectInvariants(service, customer, ledger);
    } finally {
      while (service.workers.length > 0) await service.stopWorker('SIGKILL');
      await proxy.stop();
    }
  }

  it.each(chosenPoints)(
    'Killing a worker (step: %s; %s, %s; %s) loses no simulation and repeats no effect',
    (...point) =>
      failAt(point, async (worker) => {
        worker.kill('SIGKILL');
        await service.stopWorker('SIGKILL', worker);
      }),
  );

  it.each(chosenDatabasePoints)(
    'Killing Postgres (step: %s; %s, %s; %s) loses no simulation and repeats no effect',
    (...point) => failAt(point, () => service.restartDatabase()),
  );
});
