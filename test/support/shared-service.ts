import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.js';
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

export async function bootstrap(
  options: { tier?: string; plan?: string; organization?: string } = {},
): Promise<BootstrapKey> {
  const { tier = 'sandbox', plan = 'growth', organization = `Test ${randomUUID()}` } = options;
  const words = ['bootstrap', '--tier', tier, '--plan', plan, '--organization', organization, '--json'];
  const { code, stdout, stderr } = await operator(...words);
  if (code !== 0) throw new Error(`bootstrap failed: ${stderr}`);
  return JSON.parse(stdout) as BootstrapKey;
}

/** A caller with a new organization of its own. */
export async function newCaller(options: { tier?: string; plan?: string } = {}): Promise<Api> {
  const { key } = await bootstrap(options);
  return new Api(runFile().url, key);
}
