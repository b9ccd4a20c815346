import { Command } from 'commander';
import { loadSettings } from '../config/settings.js';
import { migrate } from '../platform/database/migrate.js';
import { migrationsFolder } from '../platform/database/migrations-folder.js';

/** For deployments: run it before the new version's processes. `npm start` does it by itself. */
export function migrateCommand(): Command {
  return new Command('migrate').description('apply the migrations to both databases').action(async () => {
    const settings = loadSettings();
    const databases = [
      ['sandbox', 'SANDBOX_DATABASE_URL', settings.sandboxDatabaseUrl],
      ['live', 'LIVE_DATABASE_URL', settings.liveDatabaseUrl],
    ] as const;
    for (const [tier, setting, url] of databases) {
      const applied = await migrate(url, migrationsFolder, setting);
      process.stdout.write(`${tier}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
    }
  });
}
