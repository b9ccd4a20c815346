import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionDigest, type WorkflowDefinition } from '../../model/definition.js';
import type { PlanTier } from '../../src/config/plans.js';
import { Organizations } from '../../src/organizations/organizations.service.js';
import { byOperator } from '../../src/platform/audit/audit.js';
import { placeVersion, writeVersion } from '../../src/workflows/publication/version.writer.js';
import { ApiClient, type ApiResponse, type RequestOptions } from './api-client.js';
import { bootstrapKeyIn, databasesOf, type BootstrapOptions } from './bootstrap-key.js';
import { newAddress } from './new-address.js';
import { runCli, type BootstrapKey, type CommandResult } from './operator.js';
import { untilAvailable } from './until-available.js';

export interface RunFile {
  pid: number;
  url: string;
  sandbox_database_url: string;
  live_database_url: string;
  sandbox_database_owner_url: string;
  live_database_owner_url: string;
  redis_url: string;
}

/** Data folder of the instance that all e2e tests share. `start-service.ts` starts it with the launcher of `npm start`. */
export function sharedDataDir(): string {
  const dataDir = process.env['SVC_TEST_DATA_DIR'];
  if (dataDir === undefined) throw new Error('run the e2e tests with the project `e2e` of jest.config.mjs');
  return dataDir;
}

export function runFile(dataDir = sharedDataDir()): RunFile {
  return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
}

export function runOperatorCli(...args: string[]): Promise<CommandResult> {
  return runCli(args, { SVC_DATA_DIR: sharedDataDir() });
}

let databases: ReturnType<typeof databasesOf> | undefined;
afterAll(() => databases?.onApplicationShutdown());

function sharedDatabases(): ReturnType<typeof databasesOf> {
  const { sandbox_database_url, live_database_url, redis_url } = runFile();
  databases ??= databasesOf({
    sandboxDatabaseUrl: sandbox_database_url,
    liveDatabaseUrl: live_database_url,
    redisUrl: redis_url,
  });
  return databases;
}

/** Creates a wildcard key. Default: growth plan, sandbox tier, new organization. */
export function bootstrap(options: Partial<BootstrapOptions> = {}): Promise<BootstrapKey> {
  const { tier = 'sandbox', plan = 'growth', organization = `Test ${randomUUID()}` } = options;
  return bootstrapKeyIn(sharedDatabases(), { tier, plan, organization });
}

/** Changes the plan of a new organization like the CLI command `organization set-plan`, which takes a second to start. */
export async function setPlan(organizationId: string, plan: PlanTier): Promise<void> {
  if (!(await new Organizations(sharedDatabases()).setPlan(organizationId, plan)))
    throw new Error(`the organization ${organizationId} does not exist`);
}

/** Publishes a definition for all organizations in the sandbox tier, like the CLI command `workflow promote`, which checks it first. */
export async function publishForAll(definition: WorkflowDefinition): Promise<void> {
  const workflow = { definition, digest: definitionDigest(definition) };
  await sharedDatabases().transaction('sandbox', async (sql) => {
    const placed = await placeVersion(sql, workflow, { organizationId: null, by: byOperator(null) }, new Date());
    await writeVersion(sql, placed.row, workflow);
  });
}

/** A caller with a wildcard key of a new organization. */
export async function newCaller(options: Partial<BootstrapOptions> = {}): Promise<ApiClient> {
  return sharedClient((await bootstrap(options)).key);
}

/** Repeats requests that the shared service rejects because it is overloaded. */
export function sharedClient(key?: string): ApiClient {
  return new PatientClient(runFile().url, key);
}

class PatientClient extends ApiClient {
  /** Its own, so that the limits by address do not count the requests of other tests. */
  private readonly address = newAddress();

  override call<T = unknown>(path: string, { headers, ...options }: RequestOptions = {}): Promise<ApiResponse<T>> {
    const call = { ...options, headers: { 'x-forwarded-for': this.address, ...headers } };
    return untilAvailable(() => super.call<T>(path, call));
  }
}
