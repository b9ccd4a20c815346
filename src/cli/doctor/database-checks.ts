import type pg from 'pg';
import type { Tier } from '../../common/identity/tier.js';
import { SecretBox } from '../../common/secret-box.js';
import { ConfigError } from '../../config/env.js';
import type { Settings } from '../../config/settings.js';
import { backlogQuery, type Backlog } from '../../platform/database/backlog.js';
import { checkedMigrations } from '../../platform/database/migrate.js';
import { migrationsFolder } from '../../platform/database/migrations-folder.js';
import { clockFinding, skewOf } from './clock.js';
import { examine, type Finding } from './finding.js';
import { databaseSettingOf } from '../../platform/database/database-url.js';
import { withDatabase } from './open-database.js';

/** Older ones get no fixes any more. */
const oldestVersion = 15;
/** The same as of the alerts in the runbook. */
const tooOldSeconds = { queued_age: 300, outbox_age: 60, deliveries_age: 120 };

export function checkDatabase(settings: Settings, tier: Tier): Promise<Finding[]> {
  const check = `${tier} database`;
  return examine(check, () =>
    withDatabase(settings, tier, async (db) => {
      const found = [await checkServer(db, check), ...(await checkMigrations(db, tier))];
      found.push(clockFinding(`clock of the ${tier} database`, await skewOf(() => timeOf(db))));
      // The tables are there only where the migrations are.
      if (found.some(({ level }) => level === 'problem')) return found;
      return [
        ...found,
        ...(await checkKeys(db, tier)),
        await checkSecrets(db, settings, tier),
        ...(await checkBacklog(db, tier)),
      ];
    }),
  );
}

async function checkServer(db: pg.Client, check: string): Promise<Finding> {
  const { rows } = await db.query<{ version: string; durable: boolean; follows: boolean }>(`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS follows,
      current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' AS durable`);
  const { version = '', durable, follows } = rows[0] ?? {};
  const text = `Postgres ${version}`;
  if (follows) {
    return { check, level: 'problem', text: `${text} is a standby, which takes no writes`, mend: 'name the primary' };
  }
  if (!durable) {
    const mend = 'set fsync and synchronous_commit to on';
    return { check, level: 'warning', text: `${text} may lose what it said was written`, mend };
  }
  if (parseInt(version, 10) < oldestVersion) {
    return { check, level: 'warning', text: `${text} gets no fixes any more`, mend: `${oldestVersion} or newer` };
  }
  return { check, level: 'ok', text };
}

async function checkMigrations(db: pg.Client, tier: Tier): Promise<Finding[]> {
  const check = `${tier} migrations`;
  return examine(check, async () => {
    const pending = await checkedMigrations(db, migrationsFolder, databaseSettingOf(tier));
    if (pending.length === 0) return [{ check, level: 'ok', text: 'all are applied' }];
    return [{ check, level: 'problem', text: `not applied: ${pending.join(', ')}`, mend: 'cli migrate' }];
  });
}

async function timeOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ ms: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
  return rows[0]?.ms ?? NaN;
}

/** Keys of the other tier, and in the sandbox people, are where they should never be. */
async function checkKeys(db: pg.Client, tier: Tier): Promise<Finding[]> {
  const check = `${tier} tier`;
  const { rows } = await db.query<{ foreign: number; people: number }>({
    text: `SELECT (SELECT count(*) FROM api_keys WHERE is_test <> $1 OR start NOT LIKE $2)::int AS foreign,
             (SELECT count(*) FROM users)::int AS people`,
    values: [tier === 'sandbox', tier === 'sandbox' ? 'sk_test_%' : 'sk_live_%'],
  });
  const { foreign = 0, people = 0 } = rows[0] ?? {};
  const mend = `is ${databaseSettingOf(tier)} the database that it should be?`;
  if (foreign > 0) return [{ check, level: 'problem', text: `${foreign} keys of the other tier are in it`, mend }];
  if (tier === 'sandbox' && people > 0) return [{ check, level: 'problem', text: `${people} people are in it`, mend }];
  return [{ check, level: 'ok', text: 'holds nothing of the other tier' }];
}

/** One secret for each master key that sealed any. */
async function checkSecrets(db: pg.Client, settings: Settings, tier: Tier): Promise<Finding> {
  const check = `${tier} secrets`;
  const box = new SecretBox(settings.masterKey, settings.previousMasterKeys);
  const { rows } = await db.query<{ owner: string; sealed: Buffer; count: number }>(`
    SELECT DISTINCT ON (substring(sealed FROM 1 FOR 5)) owner, sealed,
      count(*) OVER (PARTITION BY substring(sealed FROM 1 FOR 5))::int AS count
    FROM (SELECT owner, sealed FROM webhook_secrets
          UNION ALL SELECT owner, previous_sealed FROM webhook_secrets WHERE previous_sealed IS NOT NULL) AS every`);
  const closed = rows.filter(({ sealed, owner }) => !opens(box, sealed, owner));
  const old = rows.filter(({ sealed }) => !box.currentHeader.equals(sealed.subarray(0, box.currentHeader.length)));
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  if (closed.length > 0) {
    const mend = 'add the master key that sealed them to SVC_PREVIOUS_MASTER_KEYS';
    return { check, level: 'problem', text: `the master key does not open ${sum(closed)} of ${sum(rows)}`, mend };
  }
  if (old.length > 0) {
    const text = `${sum(old)} of ${sum(rows)} are sealed with an earlier master key`;
    return { check, level: 'warning', text, mend: 'cli secrets reseal' };
  }
  return { check, level: 'ok', text: `the master key opens what it sealed (${sum(rows)})` };
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
  if (!backlog) throw new ConfigError(['the backlog could not be counted']);
  const { queued, queued_age, outbox, outbox_age, deliveries, deliveries_age } = backlog;
  const line = (what: string, count: number, ageSeconds: number, limitSeconds: number, mend: string): Finding => {
    const text = `${count} wait, the oldest for ${Math.round(ageSeconds)} s`;
    const check = `${tier} ${what}`;
    return ageSeconds > limitSeconds ? { check, level: 'warning', text, mend } : { check, level: 'ok', text };
  };
  const workers = 'is a worker running?';
  const pauses = await db.query<{ paused_by: string }>('SELECT paused_by FROM queue_pauses');
  const drained = pauses.rows.map(({ paused_by }): Finding => {
    return { check: `${tier} queue`, level: 'warning', text: `was drained by ${paused_by}`, mend: 'cli queue resume' };
  });
  return [
    ...drained,
    line('queue', queued, queued_age, tooOldSeconds.queued_age, `${workers} see also: cli queue status`),
    line('outbox', outbox, outbox_age, tooOldSeconds.outbox_age, `${workers} is Redis there?`),
    line('deliveries', deliveries, deliveries_age, tooOldSeconds.deliveries_age, workers),
  ];
}
