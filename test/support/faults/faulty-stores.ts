import type { ApiClient } from '../api-client.js';
import { createSimulation, finished } from '../simulations.js';
import { TcpProxy, type Mode } from '../tcp-proxy.js';
import { TestBed, type Settings } from '../test-bed.js';
import { waitUntil } from '../wait-until.js';

/** The connection pools of the API and of the worker, and the worker's subscription to notifications. */
const maxConnections = 2 * 20 + 1;

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

  /** Makes the database of a tier unavailable and expects that the other tier works. */
  async expectOtherTierToWork(tier: 'sandbox' | 'live', mode: Mode): Promise<void> {
    const database = this.databases[tier];
    const [unavailable, served] = [this.callers[tier], this.callers[tier === 'live' ? 'sandbox' : 'live']];
    database.set(mode);
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all(Array.from({ length: 60 }, () => unavailable.call('/v1/usage')));
      expect(responses.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
        Array<string>(60).fill('503 service_unavailable'),
      );
      expect(responses[0]?.headers.get('retry-after')).not.toBeNull();
    }
    expect(database.maxConnections).toBeLessThanOrEqual(maxConnections);
    expect((await served.call('/v1/usage')).status).toBe(200);
    const { body } = await createSimulation(served, { agent_count: 10 });
    expect(await finished(served, body.data.id)).toMatchObject({ status: 'completed' });
    // The result of an earlier check is valid for a second.
    await waitUntil('the service is not ready', async () => (await served.call('/readyz')).status === 503);
    expect((await served.call('/livez')).status).toBe(200);
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
