import { randomUUID } from 'node:crypto';
import { sha256 } from '../../src/common/crypto.js';
import { AppError } from '../../src/common/errors/app-error.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Idempotency } from '../../src/platform/idempotency/idempotency.service.js';
import { unusedCredential } from '../support/current-credential.js';
import { startStores, type Stores } from '../support/stores.js';
import { waitUntil } from '../support/wait-until.js';

describe('an idempotent effect that only inserts rows', () => {
  let stores: Stores;
  let databases: Databases;
  let idempotency: Idempotency;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    idempotency = new Idempotency(databases, unusedCredential(), stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  const blockedStatements = async () => {
    const { rowCount } = await databases
      .sql('sandbox')
      .query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%admitted%'`);
    return rowCount ?? 0;
  };

  it('A request whose key is recorded while it runs returns the recorded response and inserts nothing', async () => {
    const [scope, route, key] = ['o', 'POST /x', randomUUID()];
    const insert = { name: 'message', text: messageText, values: [] };
    const effect = {
      body: { from: 'this' },
      inserts: [insert] as const,
      refusal: () => Promise.resolve(new AppError('internal_error')),
    };
    const request = { scope, route, key, payload: {}, status: 201 };
    const running = await databases.transaction('sandbox', async (sql) => {
      const values = [scope, route, sha256(key), sha256('{}'), { from: 'other' }];
      await sql.query(recordText, values);
      const started = idempotency.insertOnce('sandbox', request, () => effect);
      await waitUntil('the request waits for the record', async () => (await blockedStatements()) === 1);
      // In an object: the transaction must not wait for the request, which waits for its commit.
      return { started };
    });
    expect(await running.started).toMatchObject({ body: { from: 'other' }, replayed: true });
    expect(await databases.for('sandbox').outboxMessage.count()).toBe(0);
  });
});

const messageText = `INSERT INTO outbox_messages (kind, payload) SELECT 'user.signed_up', '{}' FROM admitted RETURNING 1`;
const recordText = `
  INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, expires_at)
  VALUES ($1, $2, $3, $4, 201, $5, now() + interval '1 hour')`;
