import type { ApiClient } from '../support/api-client.js';
import { roundCount } from '../support/faults/rounds.js';
import { expireLeases } from '../support/leases.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished, type AgentRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

const completionTimeoutMs = 100_000;
const agentCount = 500;

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
    const { status, body } = await createSimulation(api, { agent_count: agentCount, seed, ...more });
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

  it('Simulations of killed workers complete exactly once, with the digest of an undisturbed run', async () => {
    const rounds = roundCount(1);
    const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    const startWorker = () => bed.startWorker({ SANDBOX_DATABASE_URL: proxy.url });
    let worker = await startWorker();
    const undisturbed = await finished(api, await create(0));
    const ids: string[] = [];
    for (let round = 0; round < rounds; round++) {
      proxy.setBreakpoint({
        statement: 'INSERT INTO simulation_results',
        moment: round % 2 === 0 ? 'before' : 'after',
        action: () => worker.kill('SIGKILL'),
      });
      const created = await Promise.all(Array.from({ length: 8 }, () => create(0)));
      ids.push(...created);
      await waitUntil('the worker is killed', () => worker.signalCode !== null);
      const killedAt = new Date();
      worker = await startWorker();
      await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
      const records = await Promise.all(created.map((id) => finished(api, id, completionTimeoutMs)));
      expect(records.map(({ status, digest }) => ({ status, digest }))).toEqual(
        created.map(() => ({ status: 'completed', digest: undisturbed.digest })),
      );
    }
    const rows = await rowsOf(ids);
    expect(rows.map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    // Each round interrupts at least one run.
    expect(rows.filter(({ attempt }) => attempt > 1).length).toBeGreaterThanOrEqual(rounds);
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${ids[0]}/results`);
    expect(body.data).toHaveLength(agentCount);
    await bed.kill(worker);
    await proxy.stop();
  });

  it('A simulation accepted without a worker runs when a worker starts, which finishes its runs when it receives SIGTERM', async () => {
    const waiting = await create(1);
    expect((await api.call<{ status: string }>(`/v1/simulations/${waiting}`)).body.data.status).toBe('queued');
    const worker = await bed.startWorker({ LOG_LEVEL: 'info' });
    expect(await finished(api, waiting)).toMatchObject({ status: 'completed' });
    // Long enough to be in progress when the signal arrives, and shorter than the grace period.
    const long = { agent_count: 3_000, uncertainty: { parameter_draws: 100 } };
    const ids = await Promise.all(Array.from({ length: 6 }, (_, seed) => create(seed, long)));
    await waitUntil('some are running', async () => (await rowsOf(ids)).some(({ status }) => status !== 'queued'));
    await bed.kill(worker, 'SIGTERM');
    const rows = await rowsOf(ids);
    // Runs that were claimed but not started are handed back immediately.
    expect(rows.filter(({ status, handed_back }) => status === 'running' && !handed_back)).toEqual([]);
    const completed = rows.filter(({ status }) => status === 'completed').length;
    const outcomes = () =>
      bed
        .logLines()
        .filter(({ msg }) => msg === 'run ended')
        .map(({ outcome }) => outcome);
    await waitUntil('the log is complete', () => outcomes().length === completed + 1);
    expect(outcomes()).toEqual(outcomes().map(() => 'completed'));
    const next = await bed.startWorker();
    for (const id of ids) expect(await finished(api, id, completionTimeoutMs)).toMatchObject({ status: 'completed' });
    expect((await rowsOf(ids)).map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    await bed.kill(next);
  });
});
