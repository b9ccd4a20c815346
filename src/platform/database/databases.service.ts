import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { perTier, type Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { epochMs, recordSpan } from '../tracing/spans.js';
import { BatchingSocket, databaseUrlOf } from './connect.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { Prisma, PrismaClient } from './generated/client.js';
import { rollBack, type Sql } from './sql.js';
import { applySessionSettings, statementTimeoutMs } from './session-settings.js';

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

export const poolSize = 20;
/** A process of Postgres uses 2 to 5 MB. The pool lends the connection that was used last, so a steady load keeps its connections. */
const idleConnectionMs = 3_000;

/** The two databases. Every query names its tier. */
@Injectable()
export class Databases implements OnApplicationShutdown {
  private readonly pools: Record<Tier, pg.Pool>;
  private readonly clients: Record<Tier, PrismaClient>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { databaseTimeoutMs: timeoutMs } = settings;
    this.pools = perTier((tier) => createPool(databaseUrlOf(settings, tier), timeoutMs));
    this.clients = perTier((tier) => createClient(this.pools[tier], timeoutMs));
  }

  for(tier: Tier): Database {
    return this.clients[tier];
  }

  /** The same connections without Prisma, for frequent queries: they use a fifth of the CPU time. */
  sql(tier: Tier): pg.Pool {
    return this.pools[tier];
  }

  /** A statement that is a transaction of its own. */
  async statement<T>(tier: Tier, work: (sql: Sql) => Promise<T>): Promise<T> {
    const startMs = epochMs();
    try {
      return await work(this.pools[tier]);
    } finally {
      recordSpan({ name: 'database.transaction', startMs, endMs: epochMs() });
    }
  }

  /** A transaction without Prisma. An error in `work` rolls it back. */
  transaction<T>(tier: Tier, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.transactionAfter(tier, () => Promise.resolve(), work);
  }

  /**
   * The same, but sends the first statements together with BEGIN, which saves round trips.
   * @param first only reads or locks, because it is sent before BEGIN has succeeded
   */
  async transactionAfter<First, T>(
    tier: Tier,
    first: (sql: Sql) => Promise<First>,
    work: (sql: Sql, first: First) => Promise<T>,
  ): Promise<T> {
    const startMs = epochMs();
    const client = await this.pools[tier].connect();
    let broken = false;
    try {
      const [, read] = await Promise.all([client.query('BEGIN'), first(client)]);
      const result = await work(client, read);
      const { command } = await client.query('COMMIT');
      // Postgres responds to COMMIT with ROLLBACK if a statement failed, even if the error of that statement was not awaited.
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed');
      return result;
    } catch (error) {
      broken = isDatabaseUnavailable(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
      // Not the active span during the work: the trace of stored work continues below the request.
      recordSpan({ name: 'database.transaction', startMs, endMs: epochMs() });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.$disconnect()));
    // Prisma leaves the pool open if it was never used, which delays the exit of the process by ten seconds.
    await Promise.all(Object.values(this.pools).map(async (pool) => pool.ending || pool.end()));
  }
}

/** The pool waits for this promise before it lends a new connection. Its types do not state that. */
const newConnections = { onConnect: applySessionSettings };

function createPool(url: string, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: idleConnectionMs,
    // Sends statements without waiting for the response to the statement before. Postgres executes them in order.
    pipeline: true,
    stream: () => new BatchingSocket(),
    // Without timeouts, a query to an unresponsive server never ends.
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    ...newConnections,
  });
  const logger = new Logger('Postgres');
  pool.on('error', (error) => logger.warn(`an idle connection was lost: ${error.message}`));
  // A connection lost between two queries of a transaction must not end the process. The next query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function createClient(pool: pg.Pool, timeoutMs: number): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    // Other formats quote the source code of the call, which takes milliseconds for each error.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: timeoutMs, timeout: statementTimeoutMs },
  });
}
