import { SystemClock } from '../../src/common/clock.js';
import { newId, newPrefixedId } from '../../src/common/ids.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { maxAttempts, SimulationRuns, type Run } from '../../src/simulations/simulation-run.service.js';
import { Usage } from '../../src/usage/usage.service.js';
import { startStores, type Stores } from '../support/stores.js';

const taken = 3;

describe('a simulation that fails', () => {
  let stores: Stores;
  let databases: Databases;
  let usage: Usage;
  let runs: SimulationRuns;
  let caller: Caller;
  let id: string;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    usage = new Usage(databases, new SystemClock(), stores.settings);
    runs = new SimulationRuns(databases, usage);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    const organizationId = newId();
    const credential = { method: 'api_key' as const, keyId: newId(), expiresAt: null };
    caller = { organizationId, planTier: 'growth', tier: 'sandbox', scopes: ['*'], ...credential };
    id = newPrefixedId('sim');
    const workflow = { workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd' };
    const asked = { agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] };
    await databases.for('sandbox').$transaction(async (tx) => {
      await tx.organization.create({ data: { id: organizationId, name: 'Fails', planTier: 'growth' } });
      await tx.simulation.create({ data: { id, organizationId, leaseExpiresAt: new Date(), ...workflow, ...asked } });
    });
    await databases.transaction('sandbox', (sql) => usage.reserve(sql, caller, taken));
  });

  const used = async () => (await usage.report(caller)).simulations_this_period;
  const record = () => databases.for('sandbox').simulation.findUniqueOrThrow({ where: { id } });
  const claim = async (attempt: number): Promise<Run> => {
    const run = await runs.claim('sandbox', id, attempt);
    if (!run) throw new Error(`attempt ${attempt} was not to be had`);
    return run;
  };
  const fail = (run: Run) => runs.fail(run, 'model_error', 'It cannot be computed.');

  it('gives the quota one simulation back, however often it is told of', async () => {
    const run = await claim(0);
    await Promise.all([fail(run), fail(run), fail(run)]);
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'model_error' });
    expect(await used()).toBe(taken - 1);
  });

  it('gives nothing back for a run that was taken over, whose failure counts for nothing', async () => {
    const late = await claim(0);
    await runs.release(late);
    await runs.sweep('sandbox');
    await claim(1);
    await fail(late);
    expect(await record()).toMatchObject({ status: 'running', attempt: 2 });
    expect(await used()).toBe(taken);
  });

  it('gives nothing back once it has completed', async () => {
    const run = await claim(0);
    const summary = {
      agent_count: 1,
      outcomes: [],
      measures: [],
      curves: [],
      segments: [],
      flows: [],
      uncertainty: { parameter_draws: 0 },
    };
    expect(await runs.complete(run, { agents: new Uint8Array(1), events: null, summary, digest: 'd' })).toBe(true);
    await fail(run);
    expect(await record()).toMatchObject({ status: 'completed', failureCode: null });
    expect(await used()).toBe(taken);
  });

  it(`lost ${maxAttempts} times, gives one back too, of several sweeps at once only one`, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      await runs.release(await claim(attempt));
      await Promise.all([runs.sweep('sandbox'), runs.sweep('sandbox'), runs.sweep('sandbox')]);
    }
    expect(await record()).toMatchObject({ status: 'failed', failureCode: 'worker_lost', leaseExpiresAt: null });
    expect(await used()).toBe(taken - 1);
  });
});
