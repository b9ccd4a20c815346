import { dirname } from 'node:path';
import { migrationsFolder } from '../src/platform/database/migrate.js';

/** Folder of package.json, for the sources and for the build. */
export const projectFolder = dirname(dirname(migrationsFolder));
