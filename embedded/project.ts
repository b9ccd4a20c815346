import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, whether this runs as source or from the build's folder. */
export const projectFolder = climb(import.meta.dirname);

function climb(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : climb(dirname(folder));
}
