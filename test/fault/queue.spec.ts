import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { FaultyService, type Customer } from '../support/faults/faulty-service.js';
import { expectInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { waitUntil } from '../support/wait-until.js';
import { wrongClock } from '../support/wrong-clock.js';

const hourMs = 3_600_000;

describe('accepted simulations', () => {
  let service: FaultyService;
  let customer: Customer;
  let ledger: Ledger;
  let api: ApiClient;

  beforeAll(async () => {
    service = await FaultyService.start();
    await service.startWorker();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    customer = await service.newCustomer();
    ledger = new Ledger();
    api = service.callerOf(customer);
  });

  const createMany = (count: number, agentCount = 100) =>
    Promise.all(Array.from({ length: count }, (_, index) => ledger.create(api, agentCount, index % 4)));
  const checkInvariants = () => expectInvariants(service, customer, ledger);
  /** Number of runs that neither completed nor were handed back. */
  const lostRuns = async () =>
    (await service.sql<{ lostRuns: number }>(`
      SELECT coalesce(sum(attempt - handed_back - 1), 0)::int AS "lostRuns" FROM simulations
      WHERE status = 'completed' AND organization_id = (SELECT organization_id FROM webhook_endpoints
                                                        WHERE id = '${customer.endpoint.id}')`))[0]?.lostRuns; // prettier-ignore

  it('Repeatedly emptying Redis loses no accepted simulation and no run', async () => {
    const created = createMany(8);
    for (let round = 0; round < 4; round++) {
      await service.flushRedis();
      await sleep(20);
    }
    await created;
    await service.flushRedis();
    await checkInvariants();
    expect(await lostRuns()).toBe(0);
  });

  it('Accepted simulations run even without database notifications', async () => {
    await service.sql('ALTER TABLE outbox_messages DISABLE TRIGGER outbox_messages_notify');
    await createMany(3);
    await checkInvariants();
    await service.sql('ALTER TABLE outbox_messages ENABLE TRIGGER outbox_messages_notify');
  });

  it('Workers whose clocks are wrong by an hour run each simulation once and record times of the database clock', async () => {
    const wrong = await Promise.all([hourMs, -hourMs].map((byMs) => service.startWorker(wrongClock(byMs))));
    // No other worker may run the simulations.
    for (const correct of service.workers.filter((worker) => !wrong.includes(worker))) {
      await service.stopWorker('SIGTERM', correct);
    }
    await createMany(8);
    await checkInvariants();
    expect(await lostRuns()).toBe(0);
    const [row] = await service.sql<{ skew: number }>(`
      SELECT max(abs(extract(epoch FROM now() - started_at)) + abs(extract(epoch FROM now() - completed_at))
               + coalesce(abs(extract(epoch FROM now() - lease_expires_at)), 0))::float8 AS skew FROM simulations`);
    expect(row?.skew).toBeLessThan(hourMs / 2_000);
    for (const worker of wrong) await service.stopWorker('SIGKILL', worker);
    await service.startWorker();
  });

  it('Simulations complete after a period in which the database was full', async () => {
    await service.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON simulation_results EXECUTE FUNCTION refuse()`);
    await createMany(3);
    const handedBack = async () =>
      (await service.sql(`SELECT 1 FROM simulations WHERE handed_back > 0 AND status = 'running'`)).length;
    await waitUntil('the runs are handed back', async () => (await handedBack()) > 0);
    await service.sql('DROP TRIGGER full_disk ON simulation_results; DROP FUNCTION refuse');
    await checkInvariants();
    expect(await lostRuns()).toBe(0);
  });

  it('With three workers, of which two stop during runs, each simulation runs once and emits one event', async () => {
    await Promise.all([service.startWorker(), service.startWorker()]);
    const created = createMany(16, 1_000);
    for (let round = 0; round < 2; round++) {
      await sleep(100);
      await service.stopWorker('SIGTERM');
    }
    await created;
    await checkInvariants();
    expect(await lostRuns()).toBe(0);
    const deliveries = await service.sql(`
      SELECT 1 FROM webhook_deliveries WHERE endpoint_id = '${customer.endpoint.id}'`);
    expect(deliveries).toHaveLength(ledger.accepted.length);
  });

  it('A run that exceeds the grace period of a stopping worker is handed back, and a new run can start immediately', async () => {
    const { body } = await api.post<{ id: string }>('/v1/simulations', {
      workflow_id: 'family-planning-network',
      agent_count: 10_000,
      seed: 0,
      uncertainty: { parameter_draws: 200 },
    });
    const { id } = body.data;
    const row = async () =>
      (await service.sql<{ attempt: number; handed_back: number; free: boolean }>(
        `SELECT attempt, handed_back, lease_expires_at <= now() AS free FROM simulations WHERE id = '${id}'`,
      ))[0]; // prettier-ignore
    await waitUntil('the simulation runs', async () => (await row())?.attempt === 1);
    await service.stopWorker('SIGTERM');
    expect(await row()).toEqual({ attempt: 2, handed_back: 2, free: true });
    await service.startWorker();
    await waitUntil('the simulation runs again', async () => (await row())?.attempt === 3);
    expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  });
});
