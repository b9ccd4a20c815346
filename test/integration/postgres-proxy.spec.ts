import pg from 'pg';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { startStores, type Stores } from '../support/stores.js';

describe('the Postgres proxy of the tests', () => {
  let stores: Stores;
  let proxy: PostgresProxy;

  beforeAll(async () => {
    stores = await startStores();
    proxy = await PostgresProxy.start(stores.servers.sandboxDatabaseUrl);
  });
  afterAll(async () => {
    await proxy.stop();
    await stores.stop();
  });

  it('Statements that a client sends together are counted separately, and none runs after a breakpoint', async () => {
    const owner = new pg.Client({ connectionString: stores.servers.sandboxDatabaseUrl });
    const client = new pg.Client({ connectionString: proxy.url, pipeline: true });
    client.on('error', () => undefined);
    await Promise.all([owner.connect(), client.connect()]);
    proxy.setBreakpoint({ statement: 3, moment: 'before', action: () => proxy.cut() });
    const locks = [1, 2, 3, 4].map((id) => client.query('SELECT pg_advisory_lock($1), $1 AS id', [id]));
    const outcomes = await Promise.allSettled(locks);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(proxy.clearBreakpoint()).toEqual({ statements: 3, wasReached: true });
    await owner.end();
  });
});
