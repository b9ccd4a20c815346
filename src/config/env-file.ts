import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Loads settings from `.env` in the working directory. Environment variables take precedence. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path);
}
