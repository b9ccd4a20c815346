import { Command } from 'commander';
import { tiers } from '../common/identity/tier.js';
import { loadSettings } from '../config/settings.js';
import { databaseSettingOf, databaseUrlOf } from '../platform/database/database-url.js';
import { migrate } from '../platform/database/migrate.js';
import { migrationsFolder } from '../platform/database/migrations-folder.js';

/** A deployment runs this command before it starts the new version. `npm start` applies the migrations automatically. */
export function migrateCommand(): Command {
  return new Command('migrate').description('Apply pending migrations to both databases').action(async () => {
    const settings = loadSettings();
    for (const tier of tiers) {
      const applied = await migrate(databaseUrlOf(settings, tier), migrationsFolder, databaseSettingOf(tier));
      process.stdout.write(`${tier}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
    }
  });
}
