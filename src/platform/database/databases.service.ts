import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { Prisma, PrismaClient } from './generated/client.js';
import type { Sql } from './sql.js';

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

const poolSize = 20;
/** To open a connection, and to wait for a free one. */
const connectTimeoutMs = 3_000;
const statementTimeoutMs = 10_000;
/** Also for a server that has fallen silent, which its own timeout does not reach. */
const queryTimeoutMs = 5_000;
/**
 * A transaction of a process that is gone without a word, as when its machine or the network died, holds its locks for as long as the server
 * believes in the connection: by default two hours, in which nobody may touch the simulation that it was about. The longest that one of ours
 * waits for something else is a mail that is handed over, 4 s.
 */
const idleInTransactionTimeoutMs = 8_000;

const sessionSettings = {
  TimeZone: 'UTC',
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  // Connections of the gone are given back after a minute too.
  ...{ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 },
};

/** The two databases. Which one a query goes to is said by the tier, every time. */
@Injectable()
export class Databases implements OnApplicationShutdown {
  private readonly pools: Record<Tier, pg.Pool>;
  private readonly clients: Record<Tier, PrismaClient>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.pools = { sandbox: createPool(settings.sandboxDatabaseUrl), live: createPool(settings.liveDatabaseUrl) };
    this.clients = { sandbox: createClient(this.pools.sandbox), live: createClient(this.pools.live) };
  }

  for(tier: Tier): Database {
    return this.clients[tier];
  }

  /** The same connections without Prisma, for a read that every other request makes: it costs a fifth of the processor time. */
  sql(tier: Tier): pg.Pool {
    return this.pools[tier];
  }

  /** The same for a transaction. What throws in `work` undoes all of it. */
  async transaction<T>(tier: Tier, work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.pools[tier].connect();
    let broken = false;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = isDatabaseUnavailable(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.$disconnect()));
    // Where no query went through Prisma it leaves the pool open, which keeps the process for ten seconds.
    await Promise.all(Object.values(this.pools).map(async (pool) => pool.ending || pool.end()));
  }
}

/** Whether the connection is good for another transaction. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Without a bound a query to a silent server waits for ever; without UTC the adapter shifts timestamps.
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  const logger = new Logger('Postgres');
  pool.on('error', (error) => logger.warn(`an idle connection was lost: ${error.message}`));
  // One that is lost between two queries of a transaction must not end the process; the next query reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function createClient(pool: pg.Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: queryTimeoutMs, timeout: statementTimeoutMs },
  });
}
