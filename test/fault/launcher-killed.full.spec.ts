import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { privateEnvironment } from '../../embedded/private-environment.js';
import { startMark } from '../../embedded/process-identity.js';
import { dataRoot } from '../../embedded/testing/temporary-folder.js';
import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { expireLeases } from '../support/leases.js';
import { projectFolder } from '../support/operator.js';
import { fillFromTemplate } from '../support/store-template.js';
import { runFile } from '../support/shared-service.js';
import { createSimulation, finished } from '../support/simulations.js';

const completionTimeoutMs = 100_000;

describe('a killed launcher', () => {
  const dataDir = mkdtempSync(join(dataRoot, 'simulation-service-fault-'));
  const env = privateEnvironment(dataDir, { LOG_LEVEL: 'error', NODE_ENV: 'test' });
  const started: ChildProcess[] = [];

  afterAll(async () => {
    await Promise.all(started.map((launcher) => stop(launcher, 'SIGTERM')));
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (): Promise<{ launcher: ChildProcess; url: string; text: string }> => {
    const launcher = spawn(process.execPath, ['dist/app/start.js'], {
      cwd: projectFolder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(launcher);
    let text = '';
    for await (const chunk of launcher.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk as string;
      if (text.includes('Press Ctrl-C to stop')) break;
    }
    launcher.stdout.resume();
    return { launcher, url: runFile(dataDir).url, text };
  };

  const pidIn = (file: string) => Number(/^\d+/.exec(readFileSync(join(dataDir, file), 'utf8'))?.[0]);

  it('After a killed launcher, the next start stops leftover processes, keys stay valid and simulations complete', async () => {
    await fillFromTemplate(dataDir);
    const first = await start();
    const { sandbox_database_url, live_database_url, redis_url } = runFile(dataDir);
    const { key } = await bootstrapKey(
      { sandboxDatabaseUrl: sandbox_database_url, liveDatabaseUrl: live_database_url, redisUrl: redis_url },
      { tier: 'sandbox', plan: 'growth', organization: 'Fault' },
    );
    const created = await Promise.all(
      Array.from({ length: 2 }, (_, seed) =>
        createSimulation(new ApiClient(first.url, key), { agent_count: 100, seed }),
      ),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));
    const left = ['postgres/cluster/postmaster.pid', 'redis/server.pid'].map(pidIn);
    await stop(first.launcher, 'SIGKILL');

    const second = await start();
    expect(second.text).toContain('Stopping the Postgres that an earlier start left running');
    expect(left.map(startMark)).toEqual(left.map(() => undefined));
    await expect(fetch(first.url)).rejects.toThrow('fetch failed');
    await expireLeases(runFile(dataDir).sandbox_database_url);
    const api = new ApiClient(second.url, key);
    const records = await Promise.all(created.map(({ body }) => finished(api, body.data.id, completionTimeoutMs)));
    expect(records.map(({ status }) => status)).toEqual(records.map(() => 'completed'));
  });
});

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
