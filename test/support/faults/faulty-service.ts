import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { startPostgres } from '../../../embedded/postgres/server.js';
import { startRedis } from '../../../embedded/redis/server.js';
import { createRedis } from '../../../src/platform/redis/redis.module.js';
import { ApiClient } from '../api-client.js';
import { bootstrapKey } from '../bootstrap-key.js';
import { expireLeases } from '../leases.js';
import { TestBed, type Settings } from '../test-bed.js';
import { sqlOf } from '../sql-of.js';
import { TcpProxy } from '../tcp-proxy.js';
import { waitUntil } from '../wait-until.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { createEndpoint, type EndpointRecord } from '../webhooks.js';

const settings: Settings = {
  SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
  SVC_WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 200 }, () => '0.2').join(),
  LOG_LEVEL: 'silent',
};

/** A caller and its webhook endpoint. */
export interface Customer {
  key: string;
  endpoint: EndpointRecord;
  path: string;
}

/** The service as killable processes, on stores behind proxies that simulate faults. The stores can be killed, too. */
export class FaultyService {
  readonly workers: ChildProcess[] = [];
  private api: { child: ChildProcess; url: string } | undefined;
  private readonly restarted: { stop(): Promise<void> }[] = [];
  private customers = 0;

  private constructor(
    private readonly bed: TestBed,
    readonly redis: TcpProxy,
    readonly database: TcpProxy,
    private readonly liveDatabase: TcpProxy,
    readonly receiver: WebhookReceiver,
    private redisUrl: string,
    /** Bypass the proxy. */
    public databaseUrl: string,
    private ownerUrl: string,
  ) {}

  /** @param more settings of all processes */
  static async start(more: Settings = {}): Promise<FaultyService> {
    const bed = await TestBed.start({ ...settings, ...more });
    const { redisUrl, sandboxDatabaseUrl, liveDatabaseUrl, sandboxDatabaseOwnerUrl: ownerUrl } = bed.servers;
    const redis = await TcpProxy.start(redisUrl);
    const database = await TcpProxy.start(sandboxDatabaseUrl);
    const liveDatabase = await TcpProxy.start(liveDatabaseUrl);
    const receiver = await WebhookReceiver.start();
    const urls = [redisUrl, sandboxDatabaseUrl, ownerUrl] as const;
    const service = new FaultyService(bed, redis, database, liveDatabase, receiver, ...urls);
    await service.startApi();
    return service;
  }

  async stop(): Promise<void> {
    for (const proxy of [this.redis, this.database]) proxy.set('pass');
    await this.bed.stop();
    await Promise.all(
      [...this.restarted, this.redis, this.database, this.liveDatabase, this.receiver].map((each) => each.stop()),
    );
  }

  get url(): string {
    return this.api?.url ?? '';
  }

  async newCustomer(): Promise<Customer> {
    const key = await this.newKey();
    const path = `/${this.customers}`;
    const endpoint = await createEndpoint(new ApiClient(this.url, key), { url: this.receiver.url(path) });
    return { key, endpoint, path };
  }

  /** A caller of a new organization without webhook endpoints. */
  async newCaller(): Promise<ApiClient> {
    return new ApiClient(this.url, await this.newKey());
  }

  callerOf({ key }: Customer): ApiClient {
    return new ApiClient(this.url, key);
  }

  async startApi(): Promise<void> {
    this.api = await this.bed.startApi(this.urls());
  }

  async killApi(): Promise<void> {
    if (this.api) await this.bed.kill(this.api.child);
    this.api = undefined;
  }

  async startWorker(more: Settings = {}): Promise<ChildProcess> {
    const worker = await this.bed.startWorker({ ...this.urls(), ...more });
    this.workers.push(worker);
    return worker;
  }

  async stopWorker(signal: NodeJS.Signals, worker = this.workers[0]): Promise<void> {
    if (!worker) return;
    this.workers.splice(this.workers.indexOf(worker), 1);
    await this.bed.kill(worker, signal);
  }

  async flushRedis(): Promise<void> {
    const redis = createRedis(this.redisUrl);
    await waitUntil('Redis responds', async () => redis.flushall().then(() => true, () => false)); // prettier-ignore
    redis.disconnect();
  }

  /** Kills Redis with SIGKILL and restarts it, with its persisted data or empty. */
  async restartRedis(empty: boolean): Promise<void> {
    const folder = join(this.dataDir, 'redis');
    await killAndWait(pidIn(join(folder, 'server.pid')));
    if (empty) rmSync(join(folder, readFileSync(join(folder, 'kind'), 'utf8').trim()), { recursive: true });
    const server = await startRedis(folder, () => undefined);
    this.restarted.push(server);
    this.redisUrl = server.redisUrl;
    this.redis.redirectTo(server.redisUrl);
  }

  /** Kills Postgres, which contains both databases, with SIGKILL and restarts it. */
  async restartDatabase(): Promise<void> {
    const folder = join(this.dataDir, 'postgres');
    await killAndWait(pidIn(join(folder, 'cluster', 'postmaster.pid')));
    const server = await startPostgres(folder, () => undefined);
    this.restarted.push(server);
    this.databaseUrl = server.sandboxDatabaseUrl;
    this.ownerUrl = server.sandboxDatabaseOwnerUrl;
    this.database.redirectTo(server.sandboxDatabaseUrl);
    this.liveDatabase.redirectTo(server.liveDatabaseUrl);
  }

  /** Runs a statement as the owner of the tables. */
  sql<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    return sqlOf(this.ownerUrl)<Row>(text);
  }

  /** Ends all faults: one API process and one new worker run, and the leases of lost workers expire. */
  async recover(): Promise<void> {
    for (const proxy of [this.redis, this.database]) proxy.set('pass');
    const before = new Date();
    await Promise.all([this.startWorker(), this.api ? undefined : this.startApi()]);
    while (this.workers.length > 1) await this.stopWorker('SIGKILL');
    await waitUntil('the API is ready', async () => {
      const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
      return response?.status === 200;
    });
    await expireLeases(this.databaseUrl, before);
    await this.sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
  }

  /** An API key of a new organization. */
  private async newKey(): Promise<string> {
    const organization = `Faults ${(this.customers += 1)}`;
    const urls = { sandboxDatabaseUrl: this.databaseUrl, liveDatabaseUrl: this.liveDatabase.url };
    const stores = { ...urls, redisUrl: this.redisUrl };
    return (await bootstrapKey(stores, { tier: 'sandbox', plan: 'growth', organization })).key;
  }

  private get dataDir(): string {
    return this.bed.environment()['SVC_DATA_DIR'] ?? '';
  }

  private urls(): Settings {
    const [redis, sandbox, live] = [this.redis.url, this.database.url, this.liveDatabase.url];
    return { REDIS_URL: redis, SANDBOX_DATABASE_URL: sandbox, LIVE_DATABASE_URL: live };
  }
}

const pidIn = (file: string) => Number(/^\d+/.exec(readFileSync(file, 'utf8'))?.[0]);

async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await sleep(10);
}
