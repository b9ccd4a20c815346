import { randomBytes } from 'node:crypto';
import { newId, newPrefixedId } from '../../src/common/ids.js';
import { CursorCodec } from '../../src/common/pagination/cursor.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { StudyList } from '../../src/simulations/studies/study-list.service.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

describe('the list of studies', () => {
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
      ...{ organizationId, workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd', study: { kind } },
      ...{ agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] },
    };
    await databases.for('sandbox').$transaction(async (tx) => {
      await tx.organization.create({ data: { id: organizationId, name: 'Lists', planTier: 'growth' } });
      await tx.simulation.create({ data: { ...row, id: newPrefixedId(prefix) } });
      const summary = { evaluations: 7, [field]: Array(1_000).fill(0.1) as number[] };
      await tx.simulation.create({ data: { ...row, id: newPrefixedId(prefix), status: 'completed', summary } });
    });
    const list = new StudyList(databases, new CursorCodec(randomBytes(32)));
    const caller = testCaller(organizationId, 'growth');
    const { data } = await list.page(caller, kind, { limit: 10 }, ({ summary }) => ({ summary }));
    expect(data.map(({ summary }) => summary)).toEqual(expect.arrayContaining([{ evaluations: 7 }, null]));
  });
});
