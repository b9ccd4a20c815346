import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A release has its programs at the top of its folder, and possibly no npm: this file is in `dist/app/config` then. */
const isRelease = existsSync(join(import.meta.dirname, '../../../cli.js'));

/** Commands that start the service with private servers, and the operator CLI, as a user types them. */
export const startCommand = isRelease ? 'node start.js' : 'npm start';
export const cliCommand = isRelease ? 'node cli.js' : 'npm run --silent cli --';
