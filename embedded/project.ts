import { dirname } from 'node:path';
import { migrationsFolder } from '../src/platform/database/migrations-folder.js';

/** The folder of package.json, whether this runs as source or from the build's folder. */
export const projectFolder = dirname(dirname(migrationsFolder));
