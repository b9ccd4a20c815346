import pg from 'pg';
import { Databases } from '../../src/platform/database/databases.service.js';
import { startStores, type Stores } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

describe('a process that is gone without a word', () => {
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

  it('in the middle of a transaction holds no lock for longer than a transaction may wait', async () => {
    const [lock, gone] = ['SELECT pg_advisory_xact_lock(1)', new Error('gone')];
    let transaction: Promise<unknown> | undefined;
    await new Promise<void>((locked) => {
      transaction = databases.transaction('sandbox', async (sql) => {
        await sql.query(lock);
        proxy.makeHalfOpen();
        locked();
        throw gone;
      });
      transaction.catch(() => undefined);
    });
    const others = new pg.Client({ connectionString: stores.servers.sandboxDatabaseUrl });
    await others.connect();
    await others.query(`SET statement_timeout = '30 s'`);
    await others.query(lock);
    await others.end();
    await expect(transaction).rejects.toBe(gone);
  });
});
