import type { ChildProcess } from 'node:child_process';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import { FaultyService } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { isLongRun } from '../support/faults/rounds.js';
import { waitUntil } from '../support/wait-until.js';

type Store = 'sandbox' | 'redis';

/** From the outbox to the delivery: the step, and what a worker sends to a store in it and nowhere else. */
const steps: [step: string, store: Store, statement: string][] = [
  ['take from the outbox', 'sandbox', 'SELECT id, kind, payload FROM outbox_messages'],
  ['put into the queue', 'redis', 'bull:sandbox-simulations:wait'],
  ['delete from the outbox', 'sandbox', 'DELETE FROM "public"."outbox_messages"'],
  ['claim', 'sandbox', 'pg_advisory_xact_lock'],
  ['give a sign of life', 'sandbox', 'UPDATE simulations SET agents_done'],
  ['write the state', 'sandbox', 'UPDATE "public"."simulations" SET "status"'],
  ['write the results', 'sandbox', 'INSERT INTO "public"."simulation_results"'],
  ['announce the end', 'sandbox', 'INSERT INTO outbox_messages'],
  ['write the event', 'sandbox', 'INSERT INTO webhook_events'],
  ['claim the delivery', 'sandbox', 'UPDATE webhook_deliveries SET attempt_count'],
  ['write down the attempt', 'sandbox', 'INSERT INTO webhook_attempts'],
];
const moments: Moment[] = ['before', 'after'];
type Point = [...(typeof steps)[number], Moment];
const points = steps.flatMap((step) => moments.map((moment): Point => [...step, moment]));
const ofDatabase = points.filter(([, store]) => store === 'sandbox');
/** In the short form four: on the way into the queue, with the lease, with the results half written, with the event. */
const chosen = isLongRun ? points : points.filter((_, index) => index % 5 === 2);
/** In the short form one: with the results half written. */
const chosenOfDatabase = isLongRun ? ofDatabase : ofDatabase.filter((_, index) => index === 10);

describe('at every step from the outbox to the delivery', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await FaultyService.start();
  });
  afterAll(() => service.stop());

  /** @param strike begun when the step is reached */
  async function strikeAt([, store, statement, moment]: Point, strike: (worker: ChildProcess) => Promise<unknown>) {
    const customer = await service.newCustomer();
    const ledger = new Ledger();
    const trap = await PostgresProxy.start(store === 'redis' ? service.redis.url : service.database.url);
    const worker = await service.startWorker({ [store === 'redis' ? 'REDIS_URL' : 'SANDBOX_DATABASE_URL']: trap.url });
    let struck: Promise<unknown> | undefined;
    // An answer may come in several pieces, and each springs it.
    const action = () => {
      struck ??= strike(worker);
    };
    trap.setBreakpoint({ statement, moment, action });
    try {
      const api = service.callerOf(customer);
      // One that takes long enough for signs of life, and two that do not.
      await ledger.create(api, 1_500, 0, 'hybrid-corn-network');
      await Promise.all([1, 2].map((seed) => ledger.create(api, 300, seed)));
      await waitUntil('the step is reached', () => struck !== undefined);
      await struck;
      await service.recover();
      await expectInvariants(service, customer, ledger);
    } finally {
      while (service.workers.length > 0) await service.stopWorker('SIGKILL');
      await trap.stop();
    }
  }

  it.each(chosen)('a worker killed -9 (%s; %s, %s; %s): nothing is lost, nothing is done twice', (...point) =>
    strikeAt(point, async (worker) => {
      worker.kill('SIGKILL');
      await service.stopWorker('SIGKILL', worker);
    }),
  );

  it.each(chosenOfDatabase)('Postgres killed -9 (%s; %s, %s; %s): nothing is lost, nothing is done twice', (...point) =>
    strikeAt(point, () => service.restartDatabase()),
  );
});
