import type pg from 'pg';
import { ConfigError } from '../../config/env.js';
import { connect } from './connect.js';
import type { Queryable } from './sql.js';

export const statementTimeoutMs = 10_000;
/**
 * If a machine or its network fails, its open transactions keep their locks until the server closes the connection, by default
 * after two hours. This timeout releases them sooner. The longest wait inside our transactions is sending email, 4 s.
 */
const idleInTransactionTimeoutMs = 8_000;

/** Settings on which results and limits depend, as Postgres shows them. The defaults of a server, a database or a role can differ. */
const sessionSettings: Readonly<Record<string, string>> = {
  // The adapter of Prisma writes times without a zone, and ignores the zone of times that it reads.
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  extra_float_digits: '1',
  // With a stricter level, concurrent requests fail instead of waiting for each other.
  default_transaction_isolation: 'read committed',
  statement_timeout: `${statementTimeoutMs / 1_000}s`,
  idle_in_transaction_session_timeout: `${idleInTransactionTimeoutMs / 1_000}s`,
  lock_timeout: '0',
};
/** Drop dead peers after about 60 s: a lost network sends no FIN. On a Unix socket, Postgres shows 0. */
const connectionSettings = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

const setAll = `SELECT ${Object.entries({ ...sessionSettings, ...connectionSettings })
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`;

/** Statements, not parameters of the connection, because poolers reject or ignore the parameter `options`. */
export async function applySessionSettings(db: Queryable): Promise<void> {
  await db.query(setAll);
}

const rounds = 5;
const queryTimeoutMs = 5_000;
const help = 'see "Connection poolers" in docs/operator/deployment.md';

/**
 * Sets the settings of a session and checks that it keeps them. Throws {@link ConfigError}.
 * @param db a connection to `url`
 * @param setting names the database in errors
 */
export async function checkSessions(db: pg.Client, url: string, setting: string): Promise<void> {
  await requireOwnSessions(db, url, setting);
  await applySessionSettings(db);
  await compareSettings(db, setting);
}

/**
 * Checks that each connection has a session of its own. A pooler that lends its connections for single transactions would lose the settings,
 * prepared statements, locks and notifications. Throws {@link ConfigError}.
 */
export async function requireOwnSessions(db: pg.Client, url: string, setting: string): Promise<void> {
  const other = await connect(url, setting, { query_timeout: queryTimeoutMs });
  try {
    const own = await processOf(db);
    for (let round = 0; round < rounds; round++) {
      if ((await processOfSecond(other, setting)) !== own && (await processOf(db)) === own) continue;
      const lost = Object.keys(sessionSettings).join(', ');
      const problem = `a pooler lends connections for single transactions and loses ${lost}`;
      throw new ConfigError([`${setting}: ${problem}; use pool_mode = session, ${help}`]);
    }
  } finally {
    await other.end();
  }
}

async function compareSettings(db: pg.Client, setting: string): Promise<void> {
  const { rows } = await db.query<{ name: string; value: string }>({
    text: 'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    values: [Object.keys(sessionSettings)],
  });
  const wrong = rows.filter(({ name, value }) => value !== sessionSettings[name]);
  if (wrong.length === 0) return;
  const list = wrong.map(({ name, value }) => `${name} is ${value} instead of ${sessionSettings[name]}`);
  throw new ConfigError([`${setting}: the session does not keep its settings (${list.join('; ')}); ${help}`]);
}

async function processOf(db: pg.Client): Promise<number | undefined> {
  return (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
}

async function processOfSecond(other: pg.Client, setting: string): Promise<number | undefined> {
  return processOf(other).catch((error: Error) => {
    const problem = `a second connection gets no response (${error.message})`;
    throw new ConfigError([`${setting}: ${problem}; a pooler needs more connections, ${help}`]);
  });
}
