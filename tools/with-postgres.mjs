// Runs a command of Prisma on an empty private Postgres, whose address is in LIVE_DATABASE_URL: node tools/with-postgres.mjs prisma migrate dev
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise } from './supervise.mjs';

const { startPostgres } = await import('../dist/embedded/postgres/server.js');
const folder = mkdtempSync(join(tmpdir(), 'simulation-service-postgres-'));
const [, , command, ...args] = process.argv;
try {
  const postgres = await startPostgres(folder, () => undefined);
  process.env.LIVE_DATABASE_URL = postgres.liveDatabaseOwnerUrl;
  process.exitCode = await supervise(command, args);
  await postgres.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
