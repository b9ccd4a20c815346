import pg from 'pg';
import { Databases } from '../../src/platform/database/databases.service.js';
import { startStores, type Stores } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('transactions of a disconnected process', () => {
  let stores: Stores;
  let proxy: TcpProxy;
  let databases: Databases;

  beforeAll(async () => {
    stores = await startStores();
    proxy = await TcpProxy.start(stores.servers.sandboxDatabaseUrl);
    databases = new Databases({ ...stores.settings, sandboxDatabaseUrl: proxy.url });
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await proxy.stop();
    await stores.stop();
  });

  it('A process that disconnects silently during a transaction releases its locks within the lock timeout', async () => {
    const [lock, disconnected] = ['SELECT pg_advisory_xact_lock(1)', new Error('disconnected')];
    let transaction: Promise<unknown> | undefined;
    await new Promise<void>((locked) => {
      transaction = databases.transaction('sandbox', async (sql) => {
        await sql.query(lock);
        proxy.makeHalfOpen();
        locked();
        throw disconnected;
      });
      transaction.catch(() => undefined);
    });
    const otherClient = new pg.Client({ connectionString: stores.servers.sandboxDatabaseUrl });
    await otherClient.connect();
    await otherClient.query(`SET statement_timeout = '30 s'`);
    await otherClient.query(lock);
    await otherClient.end();
    await expect(transaction).rejects.toBe(disconnected);
  });
});
