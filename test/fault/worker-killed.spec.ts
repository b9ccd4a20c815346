import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { expireLeases } from '../support/leases.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation, finished, type AgentRecord } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

const lostAndFoundMs = 60_000;
/** How long a worker that is told to stop lets its runs go on before it hands them back. */
const graceMs = 5_000;

interface Row {
  id: string;
  status: string;
  attempt: number;
  /** By a worker that stops: free for another at once. */
  handed_back: boolean;
  completions: number;
}

describe('a worker that is killed', () => {
  let bed: TestBed;
  let api: ApiClient;
  let sql: ReturnType<typeof sqlOf>;

  beforeAll(async () => {
    bed = await TestBed.start();
    api = await bed.newCaller((await bed.startApi()).url);
    sql = sqlOf(bed.servers.sandboxDatabaseUrl);
    await sql(`
      CREATE TABLE completions (simulation_id text NOT NULL);
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
  const rowsOf = (ids: string[]) =>
    sql<Row>(
      `SELECT id, status, attempt, handed_back = 1 AND lease_expires_at <= now() AS handed_back,
              (SELECT count(*)::int FROM completions WHERE simulation_id = simulations.id) AS completions
       FROM simulations WHERE id = ANY ($1)`,
      [ids],
    );

  it('loses no accepted simulation: each is completed once, whole, and with the digest of an undisturbed run', async () => {
    let worker = await bed.startWorker();
    const undisturbed = await finished(api, await create(0));
    const ids: string[] = [];
    let killedAt = new Date();
    for (let round = 0; round < 5; round++) {
      const created = await Promise.all(Array.from({ length: 8 }, () => create(0)));
      ids.push(...created);
      const begun = async () => (await rowsOf(created)).some(({ status }) => status !== 'queued');
      await waitUntil('one of them is begun', begun);
      await sleep(7 * round);
      await bed.kill(worker);
      killedAt = new Date();
      worker = await bed.startWorker();
    }
    await expireLeases(bed.servers.sandboxDatabaseUrl, killedAt);
    const records = await Promise.all(ids.map((id) => finished(api, id, lostAndFoundMs)));
    expect(records.map(({ status, digest }) => ({ status, digest }))).toEqual(
      ids.map(() => ({ status: 'completed', digest: undisturbed.digest })),
    );
    const rows = await rowsOf(ids);
    expect(rows.map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    // Else no run was under way when a worker was killed, and nothing was tried.
    expect(rows.filter(({ attempt }) => attempt > 1)).not.toEqual([]);
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${ids[0]}/results`);
    expect(body.data).toHaveLength(2_000);
    await bed.kill(worker);
  });

  it('is not needed for a create: what is accepted without a worker runs when one comes', async () => {
    const id = await create(1);
    expect((await api.call<{ status: string }>(`/v1/simulations/${id}`)).body.data.status).toBe('queued');
    const worker = await bed.startWorker();
    expect(await finished(api, id)).toMatchObject({ status: 'completed' });
    await bed.kill(worker);
  });

  it('when it is told to stop instead, finishes what it holds before it ends', async () => {
    // Long enough to be under way when the signal comes.
    const long = { agent_count: 10_000, uncertainty: { parameter_draws: 200 } };
    const worker = await bed.startWorker({ LOG_LEVEL: 'info' });
    const ids = await Promise.all(Array.from({ length: 8 }, (_, seed) => create(seed, long)));
    await waitUntil('some run', async () => (await rowsOf(ids)).some(({ status }) => status === 'running'));
    const toldAt = performance.now();
    await bed.kill(worker, 'SIGTERM');
    const patient = performance.now() - toldAt >= graceMs;
    const rows = await rowsOf(ids);
    // What was claimed and not begun is handed back at once.
    expect(rows.filter(({ status, handed_back }) => status === 'running' && !handed_back)).toEqual([]);
    const completed = rows.filter(({ status }) => status === 'completed').length;
    const outcomes = () =>
      bed
        .logLines()
        .filter(({ msg }) => msg === 'a run ended')
        .map(({ outcome }) => outcome);
    await waitUntil(
      'its log is read',
      () => outcomes().filter((outcome) => outcome === 'completed').length === completed,
    );
    if (!patient) expect(outcomes()).toEqual(outcomes().map(() => 'completed'));
    const next = await bed.startWorker();
    for (const id of ids) expect(await finished(api, id, lostAndFoundMs)).toMatchObject({ status: 'completed' });
    expect((await rowsOf(ids)).map(({ completions }) => completions)).toEqual(ids.map(() => 1));
    await bed.kill(next);
  });
});
