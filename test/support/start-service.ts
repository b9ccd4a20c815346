import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Jest loads this file without its module mapping: it imports nothing of ours.
const projectFolder = join(__dirname, '../..');
// The tests poll without rest; the limits themselves are tested on the sandbox plan, and in processes of their own.
const planLimits = JSON.stringify({ growth: { requests_per_minute: 1_000_000 } });
const startTimeoutMs = 60_000;

/** Before the e2e tests: the service as `npm start` brings it up, on a free port and in a folder of its own. */
export default async function startService(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-service-e2e-'));
  const launcher = spawn(process.execPath, ['dist/embedded/start.js'], {
    cwd: projectFolder,
    env: { ...process.env, SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', SVC_PLAN_LIMITS: planLimits },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(launcher, dataDir);
  process.env['SVC_TEST_DATA_DIR'] = dataDir;
  Object.assign(globalThis, { launcher });
}

async function ready(launcher: ChildProcess, dataDir: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!existsSync(join(dataDir, 'run.json'))) {
    if (launcher.exitCode !== null) throw new Error(`the service did not start: exit code ${launcher.exitCode}`);
    if (Date.now() > deadline) throw new Error('the service did not start in time');
    await sleep(50);
  }
}
