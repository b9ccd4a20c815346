import { Socket } from 'node:net';
import type pg from 'pg';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { connect, databaseSettingOf, databaseUrlOf } from '../../platform/database/connect.js';
import { SecretBox } from '../../common/secret-box.js';
import { ConfigError } from '../../config/env.js';
import { canChangeSchema } from '../../platform/database/application-role.js';
import { backlogQuery, type Backlog } from '../../platform/database/backlog.js';
import { checkedMigrations, migrationsFolder } from '../../platform/database/migrate.js';
import { readBuiltInWorkflows } from '../../workflows/built-in-workflows.js';
import { unavailableBuiltIns } from '../../workflows/built-in-publisher.service.js';
import { clockFinding, skewOf, runCheck, type Finding, findingsOf } from './finding.js';
import { checkSessions } from '../../platform/database/session-settings.js';
import { cliCommand } from '../../config/programs.js';

const queryTimeoutMs = 5_000;

/** Destroys the socket at the end: a server that no longer responds cannot keep the connection open. */
export async function withDatabase<T>(settings: Settings, tier: Tier, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const socket = new Socket();
  const config = { query_timeout: queryTimeoutMs, stream: () => socket };
  const db = await connect(databaseUrlOf(settings, tier), databaseSettingOf(tier), config);
  try {
    return await work(db);
  } finally {
    socket.destroy();
  }
}

/** Postgres maintains no older version. */
const oldestVersion = 15;
/** The same thresholds as the alerts in docs/operator/monitoring.md. */
const tooOldSeconds = { queued_age: 300, outbox_age: 60, deliveries_age: 120 };

export function checkDatabase(settings: Settings, tier: Tier): Promise<Finding[]> {
  const check = `${tier} database`;
  return runCheck(check, () =>
    withDatabase(settings, tier, async (db) => {
      const found = [await checkServer(db, check), ...(await checkMigrations(db, tier))];
      found.push(clockFinding(`clock of the ${tier} database`, await skewOf(() => timeOf(db))));
      // Without the migrations, the tables do not exist.
      if (found.some(({ level }) => level === 'problem')) return found;
      return [
        ...found,
        ...(await checkOwnSessions(db, settings, tier)),
        await checkRole(db, settings, tier),
        ...(await checkKeys(db, tier)),
        await checkWorkflows(db, tier),
        await checkSecrets(db, settings, tier),
        ...(await checkBacklog(db, tier)),
      ];
    }),
  );
}

async function checkServer(db: pg.Client, check: string): Promise<Finding> {
  const { ok, warning, problem } = findingsOf(check);
  const { rows } = await db.query<{ version: string; durable: boolean; follows: boolean }>(`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS follows,
      current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' AS durable`);
  const { version = '', durable, follows } = rows[0] ?? {};
  const text = `Postgres ${version}`;
  if (follows) {
    return problem(`${text} is a read-only standby`, 'use the URL of the primary');
  }
  if (!durable) {
    const fix = 'set fsync and synchronous_commit to on';
    return warning(`${text} may lose committed data`, fix);
  }
  if (parseInt(version, 10) < oldestVersion) {
    return warning(`${text} is no longer maintained`, `use Postgres ${oldestVersion} or newer`);
  }
  return ok(text);
}

async function checkMigrations(db: pg.Client, tier: Tier): Promise<Finding[]> {
  const check = `${tier} migrations`;
  const { ok, problem } = findingsOf(check);
  return runCheck(check, async () => {
    const pending = await checkedMigrations(db, migrationsFolder, databaseSettingOf(tier));
    if (pending.length === 0) return [ok('all migrations are applied')];
    return [problem(`pending: ${pending.join(', ')}`, `run ${cliCommand} migrate`)];
  });
}

async function checkOwnSessions(db: pg.Client, settings: Settings, tier: Tier): Promise<Finding[]> {
  const check = `${tier} sessions`;
  const { ok } = findingsOf(check);
  return runCheck(check, async () => {
    await checkSessions(db, databaseUrlOf(settings, tier), databaseSettingOf(tier));
    return [ok('each connection keeps its settings')];
  });
}

async function checkRole(db: pg.Client, { nodeEnv }: Settings, tier: Tier): Promise<Finding> {
  const check = `${tier} role`;
  const { ok } = findingsOf(check);
  if (!(await canChangeSchema(db))) return ok('cannot change the tables');
  const fix = 'use a role of its own for the application; see "Database roles" in docs/operator/deployment.md';
  const level = nodeEnv === 'production' ? 'problem' : 'warning';
  return { check, level, text: 'the role of the application can change the tables', fix };
}

async function timeOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ ms: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
  return rows[0]?.ms ?? NaN;
}

/** The start publishes each built-in workflow, but keeps a deprecation. */
async function checkWorkflows(db: pg.Client, tier: Tier): Promise<Finding> {
  const check = `${tier} workflows`;
  const { ok, warning } = findingsOf(check);
  const missing = await unavailableBuiltIns(db, readBuiltInWorkflows().values());
  if (missing.length === 0) return ok('all built-in workflows are published');
  const text = `built-in workflows are not published: ${missing.join(', ')}`;
  return warning(text, `start the API, or run ${cliCommand} workflow restore ${missing[0]} --public`);
}

/** A database must not contain keys of the other tier. The sandbox database must not contain users. */
async function checkKeys(db: pg.Client, tier: Tier): Promise<Finding[]> {
  const check = `${tier} tier`;
  const { ok, problem } = findingsOf(check);
  const { rows } = await db.query<{ foreign: number; users: number }>({
    text: `SELECT (SELECT count(*) FROM api_keys WHERE is_test <> $1 OR start NOT LIKE $2)::int AS foreign,
             (SELECT count(*) FROM users)::int AS users`,
    values: [tier === 'sandbox', tier === 'sandbox' ? 'sk_test_%' : 'sk_live_%'],
  });
  const { foreign = 0, users = 0 } = rows[0] ?? {};
  const fix = `check that ${databaseSettingOf(tier)} names the right database`;
  if (foreign > 0) return [problem(`contains ${foreign} keys of the other tier`, fix)];
  if (tier === 'sandbox' && users > 0) return [problem(`contains ${users} users`, fix)];
  return [ok('contains no data of the other tier')];
}

/** Decrypts one secret for each master key in use. */
async function checkSecrets(db: pg.Client, settings: Settings, tier: Tier): Promise<Finding> {
  const check = `${tier} secrets`;
  const { ok, warning, problem } = findingsOf(check);
  const box = new SecretBox(settings.masterKey, settings.previousMasterKeys);
  const { rows } = await db.query<{ owner: string; sealed: Buffer; count: number }>(`
    SELECT DISTINCT ON (substring(sealed FROM 1 FOR 5)) owner, sealed,
      count(*) OVER (PARTITION BY substring(sealed FROM 1 FOR 5))::int AS count
    FROM (SELECT owner, sealed FROM webhook_secrets
          UNION ALL SELECT owner, previous_sealed FROM webhook_secrets WHERE previous_sealed IS NOT NULL) AS every`);
  const undecryptable = rows.filter(({ sealed, owner }) => !opens(box, sealed, owner));
  const old = rows.filter(({ sealed }) => !box.currentHeader.equals(sealed.subarray(0, box.currentHeader.length)));
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  if (undecryptable.length > 0) {
    const fix = 'add the master key of these secrets to SVC_PREVIOUS_MASTER_KEYS';
    return problem(`no known master key decrypts ${sum(undecryptable)} of ${sum(rows)} secrets`, fix);
  }
  if (old.length > 0) {
    const text = `a previous master key encrypts ${sum(old)} of ${sum(rows)} secrets`;
    return warning(text, `run ${cliCommand} secrets reseal`);
  }
  return ok(`the master key decrypts all ${sum(rows)} secrets`);
}

function opens(box: SecretBox, sealed: Buffer, owner: string): boolean {
  try {
    box.open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}

async function checkBacklog(db: pg.Client, tier: Tier): Promise<Finding[]> {
  const { rows } = await db.query<Backlog>(backlogQuery);
  const [backlog] = rows;
  if (!backlog) throw new ConfigError(['The backlog query returned no row.']);
  const { queued, queued_age, outbox, outbox_age, deliveries, deliveries_age } = backlog;
  const line = (queue: string, count: number, ageSeconds: number, limitSeconds: number, fix: string): Finding => {
    const text = `${count} waiting, the oldest for ${Math.round(ageSeconds)} s`;
    const { ok, warning } = findingsOf(`${tier} ${queue}`);
    return ageSeconds > limitSeconds ? warning(text, fix) : ok(text);
  };
  const startWorker = 'check that a worker runs';
  const pauses = await db.query<{ paused_by: string }>('SELECT paused_by FROM queue_pauses');
  const drained = pauses.rows.map(({ paused_by }) =>
    findingsOf(`${tier} queue`).warning(`drained by ${paused_by}`, `run ${cliCommand} queue resume`),
  );
  return [
    ...drained,
    line('queue', queued, queued_age, tooOldSeconds.queued_age, `${startWorker}; see ${cliCommand} queue status`),
    line('outbox', outbox, outbox_age, tooOldSeconds.outbox_age, `${startWorker} and that Redis is available`),
    line('deliveries', deliveries, deliveries_age, tooOldSeconds.deliveries_age, startWorker),
  ];
}
