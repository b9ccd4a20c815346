import { Command } from 'commander';
import { loadSettings } from '../config/settings.js';
import { withDatabase } from './doctor/database-checks.js';
import { recordCommandBySql } from './operator-command.js';
import { CommandError, jsonOption, print } from './options.js';
import { withRedis } from './with-redis.js';

const help = `
Use it after a restore of the databases: Redis has queues, caches and sessions of the time before. Queues are rebuilt from the
databases, rate limits start again, and users sign in again. The Redis server must belong to this service alone.`;

export function redisCommand(): Command {
  const flush = new Command('flush')
    .description('Delete everything in Redis, after a restore of the databases')
    .requiredOption('--yes', 'confirm that all sessions end')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(flushAll);
  return new Command('redis').description('Manage Redis').addCommand(flush);
}

async function flushAll({ json }: { json?: boolean }): Promise<void> {
  const settings = loadSettings();
  const deleted = await withRedis(settings.redisUrl, async (redis) => {
    const keys = await redis.dbsize();
    await redis.flushall();
    return keys;
  }).catch((error: unknown) => {
    throw new CommandError(`Redis is not flushed: ${(error as Error).message}. Correct REDIS_URL or start Redis.`);
  });
  // A restored database can lack the table of the log.
  await withDatabase(settings, 'live', recordCommandBySql).catch(() => undefined);
  print(json, { deleted }, `${deleted} keys deleted.`);
}
