import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launch } from '../embedded/launcher.js';
import { projectFolder } from '../embedded/project.js';

export interface BenchService {
  url: string;
  key: string;
}

/** An environment of its own: free ports, a fresh folder, private servers. */
export function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  const limits = JSON.stringify({ growth: { simulations_per_month: 1_000_000, requests_per_minute: 1_000_000 } });
  const unset = { SANDBOX_DATABASE_URL: '', LIVE_DATABASE_URL: '', REDIS_URL: '', SVC_MASTER_KEY: '' };
  return { ...process.env, ...unset, PORT: '0', LOG_LEVEL: 'error', SVC_DATA_DIR: dataDir, SVC_PLAN_LIMITS: limits };
}

/** Runs `work` against the whole service with a key on the growth plan, and takes everything down after it. */
export async function withService<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
  const environment = environmentOf(dataDir);
  const running = await launch(environment, { log: () => undefined, serviceOutput: 'file' });
  try {
    const words = ['bootstrap', '--tier', 'sandbox', '--organization', 'Bench', '--plan', 'growth', '--json'];
    const cli = join(projectFolder, 'dist/src/cli.js');
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env: environment });
    return await work({ url: running.url, key: (JSON.parse(stdout) as { key: string }).key });
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
