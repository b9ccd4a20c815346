import { readKeyPages, type KeyPageRequest } from '../../src/api-keys/api-keys.service.js';
import { newId } from '../../src/common/crypto.js';
import { after, newestFirst } from '../../src/common/pagination/page.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { startStores, type Stores } from '../support/stores.js';

describe('pages of API keys', () => {
  let stores: Stores;
  let databases: Databases;
  const organizationIds = [newId(), newId()];

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    for (const id of organizationIds) {
      await databases.for('sandbox').organization.create({ data: { id, name: 'Pages', planTier: 'sandbox' } });
      // Two keys of each moment, so that the id orders them.
      const moments = [1, 1, 2, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
      await databases.for('sandbox').apiKey.createMany({
        data: moments.map((createdAt, index) => ({
          ...{ id: newId(), organizationId: id, name: `Key ${index}`, start: 'sk_test_0000', last4: '0000' },
          ...{ hash: Buffer.from(newId()), scopes: ['keys:read'], isTest: true, createdAt },
          ...(index === 0 && {
            revokedAt: createdAt,
            expiresAt: createdAt,
            lastUsedAt: createdAt,
            rotatedFrom: newId(),
          }),
        })),
      });
    }
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  const readAlone = ({ organizationId, limit, position }: KeyPageRequest) =>
    databases.for('sandbox').apiKey.findMany({
      where: { organizationId, ...after(position) },
      orderBy: newestFirst,
      take: limit,
      omit: { organizationId: true, hash: true },
    });

  it('One statement for many requests reads the same pages as a separate query for each', async () => {
    const requests: KeyPageRequest[] = [];
    for (const organizationId of organizationIds) {
      const all = await readAlone({ organizationId, limit: 10, position: undefined });
      for (const position of [undefined, ...all]) {
        for (const limit of [1, 2, 10]) requests.push({ organizationId, limit, position });
      }
    }
    requests.push(requests[0]!, { organizationId: newId(), limit: 5, position: undefined });
    const pages = await readKeyPages(databases.sql('sandbox'), requests);
    expect(pages).toEqual(await Promise.all(requests.map(readAlone)));
  });
});
