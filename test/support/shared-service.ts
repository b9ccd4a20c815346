import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api-client.js';
import { bootstrapKey, type Wanted } from './bootstrap-key.js';
import { runCli, type BootstrapKey, type CommandResult } from './operator.js';

export interface RunFile {
  pid: number;
  url: string;
  sandbox_database_url: string;
  live_database_url: string;
  redis_url: string;
}

/** The one instance that all e2e tests use, started by `start-service.ts` as a user starts it. */
export function sharedDataDir(): string {
  const dataDir = process.env['SVC_TEST_DATA_DIR'];
  if (dataDir === undefined) throw new Error('the e2e tests run with the project `e2e` of jest.config.ts');
  return dataDir;
}

export function runFile(dataDir = sharedDataDir()): RunFile {
  return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
}

export function operator(...words: string[]): Promise<CommandResult> {
  return runCli(words, { SVC_DATA_DIR: sharedDataDir() });
}

/** A wildcard key on the growth plan, of a new organization unless one is named. */
export function bootstrap(wanted: Partial<Wanted> = {}): Promise<BootstrapKey> {
  const { tier = 'sandbox', plan = 'growth', organization = `Test ${randomUUID()}` } = wanted;
  const { sandbox_database_url, live_database_url, redis_url } = runFile();
  const stores = { sandboxDatabaseUrl: sandbox_database_url, liveDatabaseUrl: live_database_url, redisUrl: redis_url };
  return bootstrapKey(stores, { tier, plan, organization });
}

/** A caller with a new organization of its own. */
export async function newCaller(wanted: Partial<Wanted> = {}): Promise<Api> {
  const { key } = await bootstrap(wanted);
  return new Api(runFile().url, key);
}
