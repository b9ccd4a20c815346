import { Command } from 'commander';
import { loadSettings } from '../config/settings.js';
import { migrate } from '../platform/database/migrate.js';
import { migrationsFolder } from '../platform/database/migrations-folder.js';

/** For deployments: run it before the new version's processes. `npm start` does it by itself. */
export function migrateCommand(): Command {
  return new Command('migrate').description('apply the migrations to both databases').action(async () => {
    const settings = loadSettings();
    const databases = { sandbox: settings.sandboxDatabaseUrl, live: settings.liveDatabaseUrl };
    for (const [tier, url] of Object.entries(databases)) {
      const applied = await migrate(url, migrationsFolder);
      process.stdout.write(`${tier}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
    }
  });
}
