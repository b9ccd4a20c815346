import { randomBytes } from 'node:crypto';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { writeJson } from '../../src/common/http/json-text.js';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { kindNamed } from '../../src/simulations/kinds/index.js';
import { RunStore } from '../../src/simulations/run-store.service.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

describe('the list of runs', () => {
  let stores: Stores;
  let databases: Databases;
  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  it.each([
    ['goal', 'goal', 'curve'],
    ['sensitivity', 'sens', 'figures'],
  ] as const)('The list of each %s reads the results without their longest field', async (kind, prefix, field) => {
    const organizationId = newId();
    const row = {
      ...{ organizationId, workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd', kind },
      request: {
        parameters: [],
        objective: { goal: 'maximize' },
        constraints: [],
        trajectories: 2,
        samples: 16,
        max_parameters: 1,
      },
      ...{ agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] },
    };
    await databases.for('sandbox').$transaction(async (tx) => {
      await tx.organization.create({ data: { id: organizationId, name: 'Lists', planTier: 'growth' } });
      await tx.simulation.create({ data: { ...row, id: newPrefixedId(prefix) } });
      const summary = { evaluations: 7, [field]: Array(1_000).fill(0.1) as number[] };
      await tx.simulation.create({ data: { ...row, id: newPrefixedId(prefix), status: 'completed', summary } });
    });
    const store = new RunStore(databases, new WorkflowCatalog(databases), new CursorCodec(randomBytes(32)));
    const caller = testCaller(organizationId, 'growth');
    const { data } = await store.page(caller, kindNamed(kind), { limit: 10 });
    const records = JSON.parse(writeJson(data)) as { result: object | null }[];
    const results = records.map(({ result }) => result);
    expect(results).toEqual(expect.arrayContaining([{ evaluations: 7, [field]: [] }, null]));
  });
});
