import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../embedded/project.js';
import type { PlanTier } from '../../src/config/plans.js';
import { startServers } from '../../embedded/servers.js';

export interface Stores {
  /** Environment of all measured processes: production settings, private stores, and rate limits that are active but never reached. */
  environment: NodeJS.ProcessEnv;
  sandboxDatabaseUrl: string;
  /** The owner of the tables of the sandbox database. */
  ownerUrl: string;
  redisUrl: string;
  /** A wildcard key on the growth plan. */
  key: string;
  /** Returns a wildcard key of a new organization in the sandbox tier. */
  bootstrap(organization: string, plan: PlanTier): Promise<string>;
}

const limits = { requests_per_minute: 1_000_000_000, simulations_per_month: 1_000_000_000 };

/** Runs `work` with Postgres and Redis that contain the schema and one key, without API and worker. Stops them afterwards. */
export async function withStores<T>(work: (stores: Stores) => Promise<T>, moreLimits: object = {}): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
  const servers = await startServers({ dataDir, external: {}, log: () => undefined });
  const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = servers;
  const { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl } = servers;
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    SVC_DATA_DIR: dataDir,
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    SVC_PLAN_LIMITS: JSON.stringify({ growth: { ...limits, ...moreLimits } }),
    SANDBOX_DATABASE_URL: sandboxDatabaseUrl,
    LIVE_DATABASE_URL: liveDatabaseUrl,
    SANDBOX_DATABASE_OWNER_URL: sandboxDatabaseOwnerUrl,
    LIVE_DATABASE_OWNER_URL: liveDatabaseOwnerUrl,
    REDIS_URL: redisUrl,
    SVC_ALLOW_PLAINTEXT: 'postgres,redis,smtp',
    // Required in production; no mail is sent, and no proxy is used.
    SVC_TRUSTED_PROXIES: 'none',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SVC_MAIL_FROM: 'bench@example.com',
    SVC_FRONTEND_URL: 'https://127.0.0.1/auth/callback',
  };
  const cli = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [join(projectFolder, 'dist/app/cli.js'), ...args], {
        env: environment,
      })
    ).stdout;
  try {
    await cli('migrate');
    const bootstrap = async (organization: string, plan: PlanTier) => {
      const options = ['--tier', 'sandbox', '--organization', organization, '--plan', plan, '--json'];
      return (JSON.parse(await cli('bootstrap', ...options)) as { key: string }).key;
    };
    const key = await bootstrap('Bench', 'growth');
    return await work({ environment, sandboxDatabaseUrl, ownerUrl: sandboxDatabaseOwnerUrl, redisUrl, key, bootstrap });
  } finally {
    await servers.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
