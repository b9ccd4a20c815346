import { randomBytes } from 'node:crypto';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { DatasetStore } from '../../src/datasets/store/dataset-store.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { pieceBytes } from '../../src/platform/database/in-batches.js';
import { ObjectStorage, orphanAgeMs } from '../../src/platform/objects/object-storage.js';
import { ObjectServer } from '../support/object-server.js';
import { startStores, type Stores } from '../support/stores.js';

describe('DatasetStore', () => {
  let stores: Stores;
  let objects: ObjectServer;
  let databases: Databases;
  let storage: ObjectStorage;
  let inRows: DatasetStore;
  let inBucket: DatasetStore;
  const organizationId = newId();

  beforeAll(async () => {
    stores = await startStores();
    objects = await ObjectServer.start();
    databases = new Databases(stores.settings);
    storage = new ObjectStorage(objects.settings);
    inRows = new DatasetStore(databases, undefined);
    inBucket = new DatasetStore(databases, storage);
    const organization = { id: organizationId, name: 'Tables', planTier: 'growth' as const };
    await databases.for('sandbox').organization.create({ data: organization });
  });
  afterAll(async () => {
    inBucket.onApplicationShutdown();
    await databases.onApplicationShutdown();
    await objects.stop();
    await stores.stop();
  });

  async function saved(store: DatasetStore, content: Uint8Array): Promise<string> {
    const id = newPrefixedId('ds');
    const stored = await store.save('sandbox', id, content);
    const counts = { rowCount: 1, columnCount: 1, byteCount: 1 };
    const row = { id, organizationId, format: 'csv', details: {}, ...counts, ...stored, createdAt: new Date() };
    await databases.for('sandbox').dataset.create({ data: row });
    return id;
  }
  const keys = async () => {
    const all: string[] = [];
    for await (const page of storage.list('')) all.push(...page.map(({ key }) => key));
    return all.sort();
  };

  it.each([1, pieceBytes - 1, pieceBytes, 3 * pieceBytes + 7])(
    'Cells of %i bytes are loaded unchanged from a row and from the bucket',
    async (size) => {
      const content = randomBytes(size);
      for (const store of [inRows, inBucket]) {
        const id = await saved(store, content);
        expect(content.equals((await inBucket.load(organizationId, 'sandbox', id)) ?? Buffer.of())).toBe(true);
      }
    },
  );

  it('Cells of another organization or of the other tier are not found', async () => {
    for (const store of [inRows, inBucket]) {
      const id = await saved(store, Buffer.of(1));
      expect(await store.load(newId(), 'sandbox', id)).toBeUndefined();
      expect(await store.load(organizationId, 'live', id)).toBeUndefined();
    }
  });

  it('Cells in a bucket without settings for it are temporarily unavailable, not missing', async () => {
    const id = await saved(inBucket, Buffer.of(1));
    await expect(inRows.load(organizationId, 'sandbox', id)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('Old objects without a row are deleted, and those with a row and those of results remain', async () => {
    const id = await saved(inBucket, Buffer.of(1));
    const { contentKey: orphan } = await inBucket.save('sandbox', newPrefixedId('ds'), Buffer.of(2));
    await storage.put('sandbox/sim_1/1/agents.parquet', Buffer.of(3), 'application/octet-stream');
    const before = await keys();
    await inBucket.cleanUp('sandbox');
    expect(await keys()).toEqual(before);
    objects.age(orphanAgeMs + 60_000);
    await inBucket.cleanUp('live');
    await inBucket.cleanUp('sandbox');
    expect(await keys()).toEqual(before.filter((key) => key !== orphan));
    expect(await inBucket.load(organizationId, 'sandbox', id)).toEqual(Buffer.of(1));
  });
});
