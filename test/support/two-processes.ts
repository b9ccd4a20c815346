import { ApiClient, type ApiResponse } from './api-client.js';
import { bootstrapKey } from './bootstrap-key.js';
import { TestBed } from './test-bed.js';

/** Uses a key. Failed authentications are limited by network address, so each call uses another one. */
export function useKey(api: ApiClient): Promise<ApiResponse> {
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
  return api.call('/v1/api-keys?limit=1', { headers: { 'x-forwarded-for': address } });
}

/** Two API processes on the same stores. */
export class TwoProcesses {
  private constructor(
    readonly bed: TestBed,
    readonly urls: readonly [string, string],
    /** Caller of the first process. */
    readonly owner: ApiClient,
  ) {}

  /** @param sandboxLimits limits of the sandbox plan */
  static async start(sandboxLimits: Record<string, number> = {}): Promise<TwoProcesses> {
    const limits = { growth: { requests_per_minute: 1_000_000 }, sandbox: sandboxLimits };
    const bed = await TestBed.start({
      SVC_TRUSTED_PROXIES: 'loopback',
      SVC_PLAN_LIMITS: JSON.stringify(limits),
      // In this time zone the local month differs from the UTC month of the quota.
      TZ: 'America/Los_Angeles',
    });
    const urls = [(await bed.startApi()).url, (await bed.startApi()).url] as const;
    return new TwoProcesses(bed, urls, await bed.newCaller(urls[0]));
  }

  stop(): Promise<void> {
    return this.bed.stop();
  }

  /** Callers with a key on both processes. */
  callers(key: string | undefined): [ApiClient, ApiClient] {
    return this.urls.map((url) => new ApiClient(url, key)) as [ApiClient, ApiClient];
  }

  /** Callers of a new organization of the sandbox plan. */
  async limitedCallers(organization: string) {
    const options = { tier: 'sandbox', plan: 'sandbox', organization } as const;
    const { key, organization_id } = await bootstrapKey(this.bed.servers, options);
    return { organization_id, callers: this.callers(key) };
  }

  /** Sends concurrent requests with the key to both processes, and records their start times and statuses. */
  sendContinuously(key: string | undefined, inFlight: number) {
    const results: { startedAt: number; status: number }[] = [];
    let isRunning = true;
    const callers = Array.from({ length: inFlight / 2 }, () => this.callers(key)).flat();
    const done = Promise.all(
      callers.map(async (api) => {
        while (isRunning) {
          const startedAt = performance.now();
          const { status } = await useKey(api);
          results.push({ startedAt, status });
        }
      }),
    );
    const stop = async () => {
      isRunning = false;
      await done;
    };
    return { results, stop };
  }
}
