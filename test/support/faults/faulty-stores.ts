import type { ApiClient } from '../api-client.js';
import { TcpProxy } from '../tcp-proxy.js';
import { TestBed, type Settings } from '../test-bed.js';
import { waitUntil } from '../wait-until.js';

/** A service, with a caller of each tier, whose stores a test can make unavailable. */
export class FaultyStores {
  private constructor(
    readonly bed: TestBed,
    readonly redis: TcpProxy,
    readonly databases: Record<'sandbox' | 'live', TcpProxy>,
    readonly callers: Record<'sandbox' | 'live', ApiClient>,
    /** The URLs of the stores through their proxies. */
    readonly urls: Settings,
  ) {}

  static async start(): Promise<FaultyStores> {
    const bed = await TestBed.start();
    const redis = await TcpProxy.start(bed.servers.redisUrl);
    const sandbox = await TcpProxy.start(bed.servers.sandboxDatabaseUrl);
    const live = await TcpProxy.start(bed.servers.liveDatabaseUrl);
    const urls = { REDIS_URL: redis.url, SANDBOX_DATABASE_URL: sandbox.url, LIVE_DATABASE_URL: live.url };
    const [{ url }] = await Promise.all([bed.startApi(urls), bed.startWorker(urls)]);
    const callers = {
      sandbox: await bed.newCaller(url, 'Unavailable stores', 'sandbox'),
      live: await bed.newCaller(url, 'Unavailable stores', 'live'),
    };
    return new FaultyStores(bed, redis, { sandbox, live }, callers, urls);
  }

  async stop(): Promise<void> {
    await this.bed.stop();
    await Promise.all(this.proxies.map((proxy) => proxy.stop()));
  }

  /** Makes all stores available, and waits until the service has recovered without a restart. */
  async recover(): Promise<void> {
    for (const proxy of this.proxies) proxy.set('pass');
    await Promise.all(Object.values(this.callers).map(waitForRecovery));
  }

  private get proxies(): TcpProxy[] {
    return [this.redis, this.databases.sandbox, this.databases.live];
  }
}

/** Waits until a caller can use the service, and the service is ready. */
export async function waitForRecovery(api: ApiClient): Promise<void> {
  await waitUntil('the service has recovered', async () => {
    const responses = await Promise.all([api.call('/v1/usage'), api.call('/readyz')]);
    return responses.every(({ status }) => status === 200);
  });
}
