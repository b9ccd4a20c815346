import { Redis } from 'ioredis';
import { Sessions } from '../../src/auth/session/sessions.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { parseEnv } from '../../src/config/env.js';
import { developmentMasterKey } from '../../src/config/master-key.js';
import { Organizations } from '../../src/organizations/organizations.service.js';
import { PersonalData } from '../../src/personal-data/personal-data.service.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { SecurityLog } from '../../src/platform/logging/security-log.service.js';
import { queryDatabase } from './auth-service.js';
import { runFile, sharedDataDir } from './shared-service.js';

type Tier = 'live' | 'sandbox';

/** Runs `work` in this process with the stores of the shared instance, or others. */
export async function withPersonalData<T>(
  work: (data: PersonalData) => Promise<T>,
  stores: { sandboxDatabaseUrl?: string } = {},
): Promise<T> {
  const { live_database_url: liveDatabaseUrl, sandbox_database_url: sandboxDatabaseUrl, redis_url } = runFile();
  const masterKey = developmentMasterKey(sharedDataDir());
  const urls = { liveDatabaseUrl, sandboxDatabaseUrl, redisUrl: redis_url };
  const settings = { ...parseEnv({}), ...urls, ...stores, masterKey };
  const [databases, redis] = [new Databases(settings), new Redis(redis_url)];
  const sessions = new Sessions(redis, new SystemClock(), new EntrySigner(masterKey, []));
  const organizations = new Organizations(databases);
  try {
    return await work(new PersonalData(databases, sessions, organizations, new SecurityLog(settings), redis));
  } finally {
    redis.disconnect();
    await databases.onApplicationShutdown();
  }
}

/** The tables of both databases that contain a text in any column except bytes, as `tier.table`. */
export async function tablesWith(text: string): Promise<string[]> {
  const byTier = await Promise.all(
    (['live', 'sandbox'] as Tier[]).map(async (tier) => {
      const searches = await queryDatabase<{ search: string }>(tier, listSearches);
      const query = searches.map(({ search }) => search).join(' UNION ALL ');
      const rows = await queryDatabase<{ name: string; found: boolean }>(tier, query, [text]);
      return rows.flatMap(({ name, found }) => (found ? [`${tier}.${name}`] : []));
    }),
  );
  return byTier.flat().sort();
}

/** One query for each table. */
const listSearches = `
  SELECT format('SELECT %L AS name, EXISTS (SELECT FROM %I WHERE strpos(concat_ws('' '', %s), $1) > 0) AS found', table_name, table_name,
    string_agg(format('%I::text', column_name), ', ')) AS search
  FROM information_schema.columns WHERE table_schema = 'public' AND data_type <> 'bytea' GROUP BY table_name`;

/** Whether a key or a text value in Redis contains the text. */
export async function redisContains(text: string): Promise<boolean> {
  const redis = new Redis(runFile().redis_url);
  try {
    for (const key of await redis.keys('*')) {
      const value = (await redis.type(key)) === 'string' ? await redis.get(key) : '';
      if (`${key} ${value ?? ''}`.includes(text)) return true;
    }
    return false;
  } finally {
    redis.disconnect();
  }
}
