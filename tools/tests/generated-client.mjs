// Before unit tests: the generated client of the database, which modules of the service import, so that they also run in a fresh clone.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { supervise } from '../supervise.mjs';

const projectFolder = join(import.meta.dirname, '../..');
const timeOf = (path) => statSync(join(projectFolder, path)).mtimeMs;

export default async function generateClient() {
  const client = 'src/platform/database/generated/client.ts';
  if (existsSync(join(projectFolder, client)) && timeOf(client) >= timeOf('prisma/schema.prisma')) return;
  const code = await supervise('prisma', ['generate', '--no-hints'], 'ignore');
  if (code !== 0) throw new Error('the client of the database was not generated; run: npx prisma generate');
}
