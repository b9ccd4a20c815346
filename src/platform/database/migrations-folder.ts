import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder `prisma/migrations`, in the first parent folder of this file that contains it. */
export const migrationsFolder = find(import.meta.dirname);

function find(start: string): string {
  const folder = join(start, 'prisma/migrations');
  if (existsSync(folder)) return folder;
  const parent = dirname(start);
  if (parent === start) throw new Error('prisma/migrations is not beside the program');
  return find(parent);
}
