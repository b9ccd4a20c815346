import { Command } from 'commander';
import { tiers } from '../common/identity/caller.js';
import { ConfigError } from '../config/env.js';
import { loadSettings } from '../config/settings.js';
import { connect, databaseSettingOf, databaseUrlOf, ownerUrlOf } from '../platform/database/connect.js';
import { migrate, migrationsFolder } from '../platform/database/migrate.js';
import { recordCommandBySql } from './operator-command.js';

/** A deployment runs this command before it starts the new version. `npm start` applies the migrations automatically. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply pending migrations to both databases, and grant the privileges of the application')
    .action(async () => {
      const settings = loadSettings();
      const withoutOwner = tiers.filter((tier) => ownerUrlOf(settings, tier) === undefined);
      if (settings.nodeEnv === 'production' && withoutOwner.length > 0) {
        const fix = 'is required for migrate in production; name the owner of the tables';
        throw new ConfigError(withoutOwner.map((tier) => `${tier.toUpperCase()}_DATABASE_OWNER_URL: ${fix}`));
      }
      for (const tier of tiers) {
        const url = databaseUrlOf(settings, tier);
        const owner = ownerUrlOf(settings, tier) ?? url;
        const applied = await migrate(owner, migrationsFolder, databaseSettingOf(tier), url);
        process.stdout.write(`${tier}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
        if (tier === 'live') await record(owner);
      }
    });
}

/** After the migration, because a new database has no tables before it. */
async function record(url: string): Promise<void> {
  const db = await connect(url, databaseSettingOf('live'));
  try {
    await recordCommandBySql(db);
  } finally {
    await db.end();
  }
}
