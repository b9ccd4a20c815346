import { newId, newPrefixedId } from '../../src/common/crypto.js';
import type { PlanTier } from '../../src/config/plans.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { SimulationClaims, type Run } from '../../src/simulations/queue/simulation-claims.service.js';
import { DatabaseResultStore } from '../../src/simulations/results/store/result-store.js';
import { SimulationRuns } from '../../src/simulations/queue/simulation-runs.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { Usage } from '../../src/usage/usage.service.js';
import { sqlOf } from '../support/sql-of.js';
import { startStores, type Stores } from '../support/stores.js';

const tier = 'sandbox';

describe('the order of claims', () => {
  let stores: Stores;
  let databases: Databases;
  let runs: SimulationRuns;
  let claims: SimulationClaims;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    runs = new SimulationRuns(
      databases,
      new Usage(databases, new SystemClock(), stores.settings),
      new DatabaseResultStore(),
    );
    claims = new SimulationClaims(databases, stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    await sqlOf(stores.servers[`${tier}DatabaseOwnerUrl`])('TRUNCATE organizations CASCADE');
  });

  /** Creates an organization with this number of queued simulations. */
  async function organization(queued: number, planTier: PlanTier = 'growth', isVerified = true): Promise<string> {
    const id = newId();
    await databases.for(tier).organization.create({ data: { id, name: 'Fair claims', planTier, isVerified } });
    await queue(id, queued);
    return id;
  }
  const queue = (organizationId: string, count: number) =>
    databases.sql(tier).query(
      `INSERT INTO simulations (id, organization_id, workflow_id, workflow_version, definition_digest, agent_count, seed,
                                scenario_context, warnings)
       SELECT id, $1, 'w', '1.0.0', 'd', 1, 0, '{}', '[]' FROM unnest($2::text[]) AS simulation (id)`,
      [organizationId, Array.from({ length: count }, () => newPrefixedId('sim'))],
    );
  const claim = async (): Promise<Run> => {
    const run = await claims.claim(tier);
    if (!run) throw new Error('no simulation could be claimed');
    return run;
  };
  const claimMany = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => claims.claim(tier)))).filter((run) => run !== undefined);
  const owner = ({ simulation }: Run) => simulation.organizationId;
  const finish = (run: Run) => runs.fail(run, 'model_error', 'It cannot be computed.');

  it('A single simulation of one organization runs next even if another organization has 10,000 queued', async () => {
    const many = await organization(10_000);
    await claim();
    const single = await organization(1);
    expect(owner(await claim())).toBe(single);
    expect(owner(await claim())).toBe(many);
  });

  it('Simulations of free plans never run before those of paying ones, nor unverified before verified ones, lost runs included', async () => {
    const unverified = await organization(1, 'sandbox', false);
    const free = await organization(2, 'sandbox');
    const lost = await claim();
    expect(owner(lost)).toBe(free);
    expect(lost).toMatchObject({ priority: 'verified', computeMs: 30_000 });
    await databases
      .sql(tier)
      .query(`UPDATE simulations SET lease_expires_at = now() - interval '1 second' WHERE id = $1`, [
        lost.simulation.id,
      ]);
    const paying = await organization(3);
    const runs: Run[] = [];
    for (let count = 0; count < 6; count++) runs.push(await claim());
    expect(runs.map(owner)).toEqual([paying, paying, paying, free, free, unverified]);
    expect(runs[0]).toMatchObject({ priority: 'paying', computeMs: 600_000 });
    expect(runs[3]!.simulation.id).toBe(lost.simulation.id);
  });

  it('Organizations alternate if only one simulation can run at a time', async () => {
    const [first, second] = [await organization(3), await organization(3)];
    const served: string[] = [];
    for (let round = 0; round < 6; round++) {
      const run = await claim();
      served.push(owner(run));
      await finish(run);
    }
    expect(served).toEqual([first, second, first, second, first, second]);
  });

  it('Concurrent claims are divided equally between organizations', async () => {
    const [few, many] = [await organization(3), await organization(50)];
    const owners = (await claimMany(8)).map(owner);
    expect([few, many].map((id) => owners.filter((owner) => owner === id).length)).toEqual([3, 5]);
  });

  it.each<[PlanTier, number]>([
    ['sandbox', 2],
    ['growth', 8],
  ])(
    'Concurrent claims of several workers never exceed the limit of the %s plan (%i simulations)',
    async (plan, limit) => {
      await organization(30, plan);
      const workers = Array.from({ length: 3 }, () => new SimulationClaims(databases, stores.settings));
      const attempts = workers.flatMap((worker) => Array.from({ length: 10 }, () => worker.claim(tier)));
      const running = (await Promise.all(attempts)).filter((run) => run !== undefined);
      expect(running).toHaveLength(limit);
      expect(new Set(running.map(({ simulation }) => simulation.id)).size).toBe(limit);
      await finish(running[0] as Run);
      expect(await claimMany(3)).toHaveLength(1);
    },
  );

  it('A worker claims lost runs before queued ones, and lost runs count as running', async () => {
    await organization(5, 'sandbox');
    const [lost] = await claimMany(2);
    await runs.release(lost as Run);
    const [again, ...more] = await claimMany(3);
    expect(again?.simulation).toMatchObject({ id: lost?.simulation.id, attempt: 3 });
    expect(more).toEqual([]);
  });

  it('Simulations of one organization are claimed in the order of creation', async () => {
    const id = await organization(0);
    for (let count = 0; count < 3; count++) await queue(id, 1);
    const inOrder = await databases.for(tier).simulation.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed.map(({ simulation }) => simulation.id)).toEqual(inOrder.map((row) => row.id));
  });
});
