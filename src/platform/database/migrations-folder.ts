import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder `prisma/migrations`, in the first parent folder of this file that contains it. */
export const migrationsFolder = find(import.meta.dirname);

function find(start: string): string {
  const folder = join(start, 'prisma/migrations');
  if (existsSync(folder)) return folder;
  const parent = dirname(start);
  if (parent === start) throw new Error('no parent folder of the program contains prisma/migrations');
  return find(parent);
}
