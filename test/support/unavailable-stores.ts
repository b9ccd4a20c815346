import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from './api-client.js';
import { AuthService, newEmail, type IdentityRecord } from './auth-service.js';
import { runFile } from './shared-service.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait-until.js';

/** An API process on the stores of the shared instance, which tests make unavailable for this process only. */
export class UnavailableStores {
  private constructor(
    readonly service: AuthService,
    readonly redis: TcpProxy,
    readonly sandbox: TcpProxy,
    readonly live: TcpProxy,
  ) {}

  static async start(): Promise<UnavailableStores> {
    const run = runFile();
    const redis = await TcpProxy.start(run.redis_url);
    const sandbox = await TcpProxy.start(run.sandbox_database_url);
    const live = await TcpProxy.start(run.live_database_url);
    const service = await AuthService.start({
      REDIS_URL: redis.url,
      SANDBOX_DATABASE_URL: sandbox.url,
      LIVE_DATABASE_URL: live.url,
    });
    return new UnavailableStores(service, redis, sandbox, live);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.proxies.map((proxy) => proxy.stop()));
  }

  /** Makes all stores available again, and waits until the service is ready. */
  async restore(): Promise<void> {
    for (const proxy of this.proxies) proxy.set('pass');
    // The result of a check is valid for a second, so that the first one may be from before the outage.
    await sleep(1_100);
    await waitUntil('the service is ready', async () => (await this.service.call('/readyz')).status === 200);
  }

  signUp(): Promise<ApiResponse<IdentityRecord>> {
    return this.service.post('/v1/auth/password/signup', {
      email: newEmail(),
      password: 'a quiet sentence',
      name: 'Ada',
      organization_name: 'Engines',
    });
  }

  private get proxies(): TcpProxy[] {
    return [this.redis, this.sandbox, this.live];
  }
}
