import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServers } from '../../embedded/servers.js';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.js';
import { noSync } from './no-sync.js';
import { projectFolder } from './operator.js';

const cache = join(projectFolder, 'node_modules/.cache/simulation-service');

/**
 * Fills a data folder with a Postgres cluster that contains both databases and their tables. Creating the cluster takes seconds, and
 * copying it a fraction of a second, so it is created once per set of migrations.
 */
export async function fillFromTemplate(dataDir: string): Promise<void> {
  const template = join(cache, `stores-${fingerprint()}`);
  if (!existsSync(template)) await makeTemplate(template);
  // `cp -a` keeps the file owner: if root starts Postgres, Postgres runs as another user.
  execFileSync('cp', ['-a', join(template, 'postgres'), dataDir]);
}

async function makeTemplate(template: string): Promise<void> {
  const unfinished = `${template}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  const outdated = readdirSync(cache).filter((name) => /^stores-\w+$/.test(name) && join(cache, name) !== template);
  for (const name of outdated) rmSync(join(cache, name), { recursive: true, force: true });
  const servers = await startServers({ dataDir: unfinished, external: {}, log: () => undefined });
  const { sandboxDatabaseOwnerUrl, sandboxDatabaseUrl, liveDatabaseOwnerUrl, liveDatabaseUrl } = servers;
  await Promise.all([
    migrate(sandboxDatabaseOwnerUrl, migrationsFolder, 'sandbox', sandboxDatabaseUrl),
    migrate(liveDatabaseOwnerUrl, migrationsFolder, 'live', liveDatabaseUrl),
  ]);
  await servers.stop();
  appendFileSync(join(unfinished, 'postgres/cluster/postgresql.conf'), noSync);
  try {
    renameSync(unfinished, template);
  } catch {
    // Another process created the template first.
    rmSync(unfinished, { recursive: true });
  }
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(projectFolder, 'package-lock.json')));
  hash.update(readFileSync(join(projectFolder, 'src/platform/database/application-role.ts')));
  for (const name of readdirSync(migrationsFolder).sort()) {
    const file = join(migrationsFolder, name, 'migration.sql');
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
