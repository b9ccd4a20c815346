import { randomBytes } from 'node:crypto';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { pieceBytes } from '../../src/platform/database/in-batches.js';
import { readResultRow } from '../../src/simulations/results/store/result-store.js';
import { startStores, type Stores } from '../support/stores.js';

describe('result rows', () => {
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

  async function writeAndRead(files: {
    agents?: Uint8Array<ArrayBuffer>;
    agentsKey?: string;
    events?: Uint8Array<ArrayBuffer>;
  }) {
    const [organizationId, id] = [newId(), newPrefixedId('sim')];
    const workflow = { workflowId: 'w', workflowVersion: '1.0.0', definitionDigest: 'd' };
    const request = { agentCount: 1, seed: 0n, scenarioContext: {}, warnings: [] };
    await databases.for('sandbox').$transaction(async (tx) => {
      await tx.organization.create({ data: { id: organizationId, name: 'Rows', planTier: 'growth' } });
      await tx.simulation.create({ data: { id, organizationId, ...workflow, ...request } });
      await tx.simulationResult.create({ data: { simulationId: id, ...files } });
    });
    const [row, another] = await Promise.all(
      [organizationId, newId()].map((own) => readResultRow(databases.sql('sandbox'), { id, organizationId: own })),
    );
    expect(another).toBeUndefined();
    return row;
  }

  it.each([
    [1, 0],
    [pieceBytes - 1, pieceBytes],
    [pieceBytes, 3 * pieceBytes + 1],
    [2 * pieceBytes, 1],
    [40 * pieceBytes + 7, 2],
  ])('Result files of %i and %i bytes are read unchanged', async (agentsLength, eventsLength) => {
    const [agents, events] = [randomBytes(agentsLength), randomBytes(eventsLength)];
    const row = await writeAndRead({ agents, events });
    expect(row).toMatchObject({ agentsKey: null, eventsKey: null });
    expect(agents.equals(row?.agents ?? Buffer.of())).toBe(true);
    expect(row?.events && events.equals(row.events)).toBe(true);
  });

  it('Files stored in a bucket and missing events are read as null, not as empty files', async () => {
    expect(await writeAndRead({ agentsKey: 'sandbox/sim/0/agents.parquet' })).toEqual({
      agents: null,
      agentsKey: 'sandbox/sim/0/agents.parquet',
      events: null,
      eventsKey: null,
    });
  });

  it('A simulation without results has no result row', async () => {
    expect(
      await readResultRow(databases.sql('sandbox'), { id: newPrefixedId('sim'), organizationId: newId() }),
    ).toBeUndefined();
  });
});
