import type { ApiClient } from '../support/api-client.js';
import { FaultyService, type Customer } from '../support/faults/faulty-service.js';
import { brokenInvariants } from '../support/faults/invariants.js';
import { Ledger } from '../support/faults/ledger.js';
import { lostRuns } from '../support/faults/lost-runs.js';
import { createSimulation, finished } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

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

  it('Simulations complete after a period in which the database was full', async () => {
    await service.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON simulation_results EXECUTE FUNCTION refuse()`);
    await ledger.create(api, 10, 0);
    const handedBack = async () =>
      (await service.sql(`SELECT 1 FROM simulations WHERE handed_back > 0 AND status = 'running'`)).length;
    await waitUntil('the runs are handed back', async () => (await handedBack()) > 0);
    await service.sql('DROP TRIGGER full_disk ON simulation_results; DROP FUNCTION refuse');
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
    expect(await lostRuns(service, customer)).toBe(0);
  });

  it('With two workers, of which one stops during runs, each simulation runs once and emits one event', async () => {
    await service.startWorker();
    const created = Array.from({ length: 8 }, (_, index) => ledger.create(api, 300, index % 4));
    await Promise.race(created);
    await Promise.all([...created, service.stopWorker('SIGTERM')]);
    expect(await brokenInvariants(service, customer, ledger)).toEqual([]);
    expect(await lostRuns(service, customer)).toBe(0);
    const deliveries = await service.sql(`
      SELECT 1 FROM webhook_deliveries WHERE endpoint_id = '${customer.endpoint.id}'`);
    expect(deliveries).toHaveLength(ledger.accepted.length);
  });

  it('A stopping worker finishes its runs, hands back those that exceed its grace period, and the next worker runs them and new ones', async () => {
    // Takes far more than the grace period of 5 s.
    const long = await create({
      agent_count: 10_000,
      uncertainty: { parameter_draws: 400 },
      workflow_id: 'family-planning-network',
    });
    await waitUntil('the long run is in progress', async () => (await rowsOf(long))[0]!.agents_done > 0);
    // Takes about a second.
    const short = await create({ agent_count: 10_000, uncertainty: { parameter_draws: 100 } });
    await waitUntil('the short run is in progress', async () => (await rowsOf(short))[0]!.status === 'running');
    await service.stopWorker('SIGTERM');
    expect(await rowsOf(short, long)).toMatchObject([
      { status: 'completed', attempt: 1, handed_back: 0 },
      { attempt: 2, handed_back: 2, isFree: true },
    ]);
    const waiting = await create({});
    expect(await rowsOf(waiting)).toMatchObject([{ status: 'queued' }]);
    await service.startWorker();
    await waitUntil('the simulation runs again', async () => (await rowsOf(long))[0]?.attempt === 3);
    expect((await api.call(`/v1/simulations/${long}/cancel`, { method: 'POST' })).status).toBe(200);
    expect(await finished(api, waiting)).toMatchObject({ status: 'completed' });
  });

  const create = async (body: object) => (await createSimulation(api, { seed: 0, ...body })).body.data.id;
  const rowsOf = (...ids: string[]) =>
    service.sql<{ status: string; attempt: number; handed_back: number; agents_done: number; isFree: boolean }>(`
      SELECT status, attempt, handed_back, agents_done, lease_expires_at <= now() AS "isFree"
      FROM simulations WHERE id IN (${ids.map((id) => `'${id}'`).join()})
      ORDER BY array_position(ARRAY[${ids.map((id) => `'${id}'`).join()}], id)`);
});
