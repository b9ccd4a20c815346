import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished, type AgentRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

const completionTimeoutMs = 100_000;
/** Time that a stopping worker gives its runs before it hands them back. */
const graceMs = 5_000;

interface Row {
  id: string;
  status: string;
  attempt: number;
  /** Handed back by a stopping worker, so that another worker can claim it immediately. */
  handed_back: boolean;
  completions: number;
}

describe('worker failures', () => {
  let bed: TestBed;
  let api: ApiClient;
  let sql: ReturnType<typeof sqlOf>;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
    sql = sqlOf(bed.servers.sandboxDatabaseOwnerUrl);
    await sql(`
      CREATE TABLE completions (simulation_id text NOT NULL);
      GRANT INSERT ON completions TO PUBLIC;
      CREATE FUNCTION note_completion() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO completions VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER note_completion AFTER UPDATE ON simulations FOR EACH ROW
        WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_completion()`);
  });
  afterAll(() => bed.stop());

  const create = async (seed: number, more: object = {}) => {
    const { status, body } = await createSimulation(api, { agent_count: 2_000, seed, ...more });
    expect(status).toBe(202);
    return body.data.id;
  };
  /** `handed_back`: no run counts as lost, and the simulation is eligible. A requeue adds 1 to `attempt` and 2 to `handed_back`. */
  const rowsOf = (ids: string[]) =>
    sql<Row>(
      `SELECT id, status, attempt, attempt = handed_back AND lease_expires_at <= now() AS handed_back,
              (SELECT count(*)::int FROM completions WHERE simulation_id = simulations.id) AS completions
       FROM simulations WHERE id = ANY ($1)`,
      [ids],
    );

  it('Simulations of a killed worker complete exactly once, with the digest of an undisturbed run', async () => {
    let worker = await bed.startWorker();
    const undisturbed = await finished(api, await create(0));
    const ids: string[] = [];
    let killedAt = new Date();
    let interrupted = 0;
    // On a busy machine, all runs of a round can complete before the kill.
    for (let round = 0; round < 5 || (interrupted === 0 && round < 20); round++) {
      const created = await Promise.all(Array.from({ length: 8 }, () => create(0)));
      ids.push(...created);
      const hasStarted = async () => (await rowsOf(created)).some(({ status }) => status !== 'queued');
      await waitUntil('one of them has started', hasStarted);
      await sleep(7 * (round % 5));
      await bed.kill(worker);
      killedAt = new Date();
      interrupted += (await rowsOf(ids)).filter(({ status }) => status === 'running').length;
      worker = await bed.startWorker();
    }
    await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    const records = await Promise.all(ids.map((id) => finished(api, id, completionTimeoutMs)));
    expect(records.map(({ status, digest }) => ({ status, digest }))).toEqual(
      ids.map(() => ({ status: 'completed', digest: undisturbed.digest })),
    );
    const rows = await rowsOf(ids);
    expect(rows.map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    // Otherwise no run was in progress when a worker was killed, and the test checked nothing.
    expect(rows.filter(({ attempt }) => attempt > 1)).not.toEqual([]);
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${ids[0]}/results`);
    expect(body.data).toHaveLength(2_000);
    await bed.kill(worker);
  });

  it('A simulation accepted without a worker runs when a worker starts', async () => {
    const id = await create(1);
    expect((await api.call<{ status: string }>(`/v1/simulations/${id}`)).body.data.status).toBe('queued');
    const worker = await bed.startWorker();
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    await bed.kill(worker);
  });

  it('A worker that receives SIGTERM finishes its runs within the grace period and hands back the rest', async () => {
    // Long enough to be in progress when the signal arrives.
    const long = { agent_count: 10_000, uncertainty: { parameter_draws: 200 } };
    const worker = await bed.startWorker({ LOG_LEVEL: 'info' });
    const ids = await Promise.all(Array.from({ length: 8 }, (_, seed) => create(seed, long)));
    await waitUntil('some are running', async () => (await rowsOf(ids)).some(({ status }) => status !== 'queued'));
    const stoppedAt = performance.now();
    await bed.kill(worker, 'SIGTERM');
    const exceededGrace = performance.now() - stoppedAt >= graceMs;
    const rows = await rowsOf(ids);
    // Runs that were claimed but not started are handed back immediately.
    expect(rows.filter(({ status, handed_back }) => status === 'running' && !handed_back)).toEqual([]);
    const completed = rows.filter(({ status }) => status === 'completed').length;
    const outcomes = () =>
      bed
        .logLines()
        .filter(({ msg }) => msg === 'run ended')
        .map(({ outcome }) => outcome);
    await waitUntil(
      'the log is complete',
      () => outcomes().filter((outcome) => outcome === 'completed').length === completed,
    );
    if (!exceededGrace) expect(outcomes()).toEqual(outcomes().map(() => 'completed'));
    const next = await bed.startWorker();
    for (const id of ids) expect(await finished(api, id, completionTimeoutMs)).toMatchObject({ status: 'completed' });
    expect((await rowsOf(ids)).map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    await bed.kill(next);
  });
});
