import { randomBytes } from 'node:crypto';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { encodeAgents } from '../../src/simulations/results/column-table.js';
import { CompletedSimulations } from '../../src/simulations/results/completed-simulations.service.js';
import { DatabaseResultStore } from '../../src/simulations/results/store/result-store.js';
import { RunStore } from '../../src/simulations/run-store.service.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

describe('decoded results', () => {
  const [organizationId, otherId] = [newId(), newId()];
  const caller = testCaller(organizationId, 'growth');
  let stores: Stores;
  let databases: Databases;
  let completed: CompletedSimulations;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    const runs = new RunStore(databases, new WorkflowCatalog(databases), new CursorCodec(randomBytes(32)));
    completed = new CompletedSimulations(databases, runs, new DatabaseResultStore());
    for (const id of [organizationId, otherId])
      await databases.for('sandbox').organization.create({ data: { id, name: 'Readers', planTier: 'growth' } });
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  /** A simulation with a single column. */
  const stored = async (value: number) => {
    const id = newPrefixedId('sim');
    const workflow = { workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd' };
    const request = { agentCount: 2, seed: 0n, scenarioContext: {}, warnings: [] };
    const simulation = await databases
      .for('sandbox')
      .simulation.create({ data: { id, organizationId, ...workflow, ...request } });
    const agents = encodeAgents([{ name: 'x', type: 'float64', values: Float64Array.of(value, value) }]);
    await databases
      .sql('sandbox')
      .query('INSERT INTO simulation_results (simulation_id, agents) VALUES ($1, $2)', [id, agents]);
    return { simulation, workflow: undefined as never };
  };

  it('Concurrent and later readers of a simulation share its columns, and those of another have their own', async () => {
    const [one, other] = [await stored(1), await stored(2)];
    const [first, ...others] = await Promise.all([one, one, one, other].map((own) => completed.decided(caller, own)));
    expect(others.slice(0, 2).every((own) => own === first)).toBe(true);
    expect(await completed.decided(caller, one)).toBe(first);
    expect(Array.from(first!.columns[0]!.values)).toEqual([1, 1]);
    expect(Array.from(others[2]!.columns[0]!.values)).toEqual([2, 2]);
  });

  it('Columns in memory are not shown after the results were deleted, or to another organization', async () => {
    const one = await stored(1);
    await completed.decided(caller, one);
    const foreign = { ...one, simulation: { ...one.simulation, organizationId: otherId } };
    await expect(completed.decided(testCaller(otherId, 'growth'), foreign)).rejects.toMatchObject({
      code: 'results_expired',
    });
    await databases
      .sql('sandbox')
      .query('DELETE FROM simulation_results WHERE simulation_id = $1', [one.simulation.id]);
    await expect(completed.decided(caller, one)).rejects.toMatchObject({ code: 'results_expired' });
  });
});
