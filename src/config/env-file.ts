import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Settings may stand in a file `.env` in the working directory; what the environment says goes before it. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path);
}
