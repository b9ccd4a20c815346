import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { privateEnvironment } from '../../embedded/private-environment.js';
import type { Servers } from '../../embedded/servers.js';
import type { PlanTier } from '../../src/config/plans.js';
import type { Tier } from '../../src/common/identity/caller.js';
import { ApiClient } from './api-client.js';
import { bootstrapKey } from './bootstrap-key.js';
import { projectFolder } from './operator.js';
import { noEmbeddings } from './no-embeddings.js';
import { startStores, type Stores } from './stores.js';

/** Environment variables of a process. */
export type Settings = Record<string, string>;

/** Real Postgres and Redis servers, with API and worker processes that a test starts and kills individually. */
export class TestBed {
  private readonly children = new Set<ChildProcess>();
  private log = '';

  private constructor(
    private readonly stores: Stores,
    private readonly settings: Settings,
    private readonly build: string,
  ) {}

  /** @param build folder of the processes. `dist/src` has a file for each module, so that a test can import them into the processes. */
  static async start(settings: Settings = {}, build: 'dist/app' | 'dist/src' = 'dist/app'): Promise<TestBed> {
    return new TestBed(await startStores(), settings, build);
  }

  /** A test bed whose databases have no tables yet. */
  static async startEmpty(settings: Settings = {}): Promise<TestBed> {
    return new TestBed(await startStores({}, { withTables: false }), settings, 'dist/app');
  }

  get servers(): Servers {
    return this.stores.servers;
  }

  /** Log lines of all processes. */
  logLines(): Record<string, unknown>[] {
    const completeLines = this.log.slice(0, this.log.lastIndexOf('\n') + 1);
    return completeLines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.children].map((child) => this.kill(child)));
    await this.stores.stop();
  }

  /** @param build absolute folder of another build of the service */
  async startApi(settings: Settings = {}, build?: string): Promise<{ child: ChildProcess; url: string }> {
    const { child, url } = await this.startProcess('main', settings, build);
    if (url === undefined) throw new Error('the API did not report its URL');
    return { child, url };
  }

  async startWorker(settings: Settings = {}, build?: string): Promise<ChildProcess> {
    return (await this.startProcess('worker', settings, build)).child;
  }

  async kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async newCaller(
    url: string,
    organization = 'Fault',
    tier: Tier = 'sandbox',
    plan: PlanTier = 'growth',
  ): Promise<ApiClient> {
    return new ApiClient(url, (await bootstrapKey(this.servers, { tier, plan, organization })).key);
  }

  private async startProcess(
    name: 'main' | 'worker',
    settings: Settings,
    build = join(projectFolder, this.build),
  ): Promise<{ child: ChildProcess; url: string | undefined }> {
    const env = { ...this.environment(), ...settings };
    const child = fork(join(build, `${name}.js`), {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      this.log += chunk.toString();
      // Shows the errors of a failed test, without the security events that every level has.
      if (env.LOG_LEVEL !== 'info') process.stdout.write(withoutSecurityEvents(chunk.toString()));
    });
    this.children.add(child);
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${String(code)}`))),
    ])) as [{ url?: string }];
    return { child, url: message.url };
  }

  /** Environment of every process of this test bed. */
  environment(): Settings {
    return privateEnvironment(this.stores.dataDir, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      ...noEmbeddings,
      SVC_PLAN_LIMITS: JSON.stringify({ growth: { requests_per_minute: 1_000_000 } }),
      SANDBOX_DATABASE_URL: this.servers.sandboxDatabaseUrl,
      LIVE_DATABASE_URL: this.servers.liveDatabaseUrl,
      SANDBOX_DATABASE_OWNER_URL: this.servers.sandboxDatabaseOwnerUrl,
      LIVE_DATABASE_OWNER_URL: this.servers.liveDatabaseOwnerUrl,
      REDIS_URL: this.servers.redisUrl,
      ...this.settings,
    });
  }
}

function withoutSecurityEvents(text: string): string {
  return text.replaceAll(/^.*"logger":"security".*\n?/gm, '');
}
