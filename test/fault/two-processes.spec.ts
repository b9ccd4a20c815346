import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdentityCache } from '../../src/api-keys/identity-cache.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { defaultPlanLimits } from '../../src/config/plans.js';
import type { Settings } from '../../src/config/settings.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { ApiClient } from '../support/api-client.js';
import { bootstrapKey } from '../support/bootstrap-key.js';
import {
  testDefinition,
  deprecateWorkflow,
  publishWorkflow,
  weaversQuestion,
  weaversRouting,
} from '../support/definitions.js';
import { roundCount } from '../support/faults/rounds.js';
import { callerWithScopes, revokeKey, rotateKey } from '../support/keys.js';
import { sampleSize } from '../support/long.js';
import { RateLog } from '../support/rate-log.js';
import { TestBed } from '../support/test-bed.js';
import { ManualClock } from '../support/manual-clock.js';
import { createSimulation } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

const signer = new EntrySigner(Buffer.alloc(32), []);
const rounds = roundCount(1);
const inFlight = sampleSize(20, 50);
const quota = sampleSize(10, 50);
const creates = sampleSize(60, 300);
const requestsPerMinute = sampleSize(100, 600);
const requests = sampleSize(120, 700);

/** Failed authentications are limited by network address, so each call uses another one. */
function use(api: ApiClient) {
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
  return api.call('/v1/api-keys?limit=1', { headers: { 'x-forwarded-for': address } });
}

describe('limits and revocations across two processes', () => {
  let bed: TestBed;
  let owner: ApiClient;
  let urls: string[];

  beforeAll(async () => {
    const limits = {
      growth: { requests_per_minute: 1_000_000 },
      sandbox: { requests_per_minute: requestsPerMinute, simulations_per_month: quota },
    };
    bed = await TestBed.start({
      SVC_TRUSTED_PROXIES: 'loopback',
      SVC_PLAN_LIMITS: JSON.stringify(limits),
      // In this time zone the local month differs from the UTC month of the quota.
      TZ: 'America/Los_Angeles',
    });
    urls = [(await bed.startApi()).url, (await bed.startApi()).url];
    owner = await bed.newCaller(urls[0] ?? '');
  });
  afterAll(() => bed.stop());

  /** Callers of a new organization on both processes. */
  async function limitedCallers(organization: string) {
    const options = { tier: 'sandbox', plan: 'sandbox', organization } as const;
    const { key, organization_id } = await bootstrapKey(bed.servers, options);
    return { organization_id, callers: urls.map((url) => new ApiClient(url, key)) as [ApiClient, ApiClient] };
  }

  it(`Of ${creates} concurrent creates on two processes with a quota of ${quota}, exactly ${quota} are accepted`, async () => {
    const { callers } = await limitedCallers('Quota');
    const responses = await Promise.all(
      Array.from({ length: creates }, (_, index) => createSimulation(callers[index % 2] ?? owner, { agent_count: 1 })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(quota);
    expect(statuses.filter((status) => status === 402)).toHaveLength(creates - quota);
    expect(responses.find(({ status }) => status === 402)?.body).toMatchObject({
      error: 'insufficient_quota',
      meta: { simulation_limit: quota },
    });
    const { body } = await callers[0].call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(quota);
  });

  it(`Of ${requests} requests on two processes with a rate limit of ${requestsPerMinute}, exactly ${requestsPerMinute} are accepted`, async () => {
    const { callers, organization_id } = await limitedCallers('Rate');
    const log = new RateLog(bed.servers.redisUrl);
    const statuses: number[] = [];
    let sent = 0;
    const sender = async () => {
      while (sent < requests) {
        const caller = callers[sent++ % 2] ?? owner;
        if (sent % 50 === 0) await log.moveAllToNow(organization_id);
        statuses.push((await caller.call('/v1/usage')).status);
      }
    };
    await Promise.all(Array.from({ length: 50 }, sender));
    log.close();
    const countOf = (status: number) => statuses.filter((one) => one === status).length;
    expect([countOf(200), countOf(429)]).toEqual([requestsPerMinute, requests - requestsPerMinute]);
  });

  /** Sends `inFlight` concurrent requests with the key to both processes, and records their start times and statuses. */
  function sendContinuously(key: string | undefined) {
    const results: { startedAt: number; status: number }[] = [];
    let isRunning = true;
    const callers = Array.from({ length: inFlight }, (_, index) => new ApiClient(urls[index % urls.length] ?? '', key));
    const done = Promise.all(
      callers.map(async (api) => {
        while (isRunning) {
          const startedAt = performance.now();
          const { status } = await use(api);
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

  it.each([
    ['revoked', (keyId: string) => revokeKey(owner, keyId)],
    ['rotated', (keyId: string) => rotateKey(owner, keyId)],
  ])(
    `With ${inFlight} requests in flight on two processes, no request that starts after a key is %s is accepted`,
    async (_, revoke) => {
      for (let round = 0; round < rounds; round++) {
        const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
        const traffic = sendContinuously(key);
        await sleep(10 * round);
        expect((await revoke(keyId)).status).toBeLessThan(300);
        const respondedAt = performance.now();
        const later = () => traffic.results.filter(({ startedAt }) => startedAt > respondedAt);
        await waitUntil('requests have started after the response', () => later().length >= inFlight);
        await traffic.stop();
        expect(later().filter(({ status }) => status !== 401)).toEqual([]);
        expect(traffic.results.filter(({ status }) => status !== 401 && status !== 200)).toEqual([]);
      }
    },
  );

  it('A revocation takes effect even if concurrent first uses of the key fill the cache', async () => {
    for (let round = 0; round < roundCount(2); round++) {
      const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
      const callers = Array.from({ length: 20 }, (_, index) => new ApiClient(urls[index % 2] ?? '', key));
      const firstUses = callers.map((api) => use(api));
      expect((await revokeKey(owner, keyId)).status).toBe(200);
      const after = await Promise.all(callers.map((api) => use(api)));
      expect(after.map(({ status }) => status)).toEqual(callers.map(() => 401));
      await Promise.all(firstUses);
      expect((await use(new ApiClient(urls[0] ?? '', key)))?.status).toBe(401);
    }
  });

  it('A late cache fill does not overwrite the tombstone of a revoked key', async () => {
    const redis = createRedis(bed.servers.redisUrl);
    await once(redis, 'ready');
    const cache = new IdentityCache(redis, { planLimits: defaultPlanLimits } as Settings, new SystemClock(), signer);
    const hash = randomUUID();
    const identity = { keyId: hash, organizationId: hash, planTier: 'growth' as const, scopes: [], expiresAtMs: null };
    const admitted = async () => {
      await redis.ping(); // fill does not wait: the response to PING means that the fill is done
      const admission = await cache.admit('sandbox', hash);
      return typeof admission === 'object' ? admission.identity : admission;
    };
    cache.fill('sandbox', hash, identity);
    expect(await admitted()).toEqual(identity);
    await cache.revoke('sandbox', hash);
    cache.fill('sandbox', hash, identity);
    expect(await admitted()).toBe('revoked');
    await cache.forget('sandbox', [hash]);
    expect(await admitted()).toBe('revoked');
    redis.disconnect();
  });

  it('The cache entry of a key expires no later than the key', async () => {
    const redis = createRedis(bed.servers.redisUrl);
    await once(redis, 'ready');
    const clock = new ManualClock('2026-11-20T00:00:00Z');
    const cache = new IdentityCache(redis, { planLimits: defaultPlanLimits } as Settings, clock, signer);
    const written = jest.spyOn(redis, 'set');
    const fillWithExpiry = (ms: number) => {
      const key = { keyId: '', organizationId: '', planTier: 'growth' as const, scopes: [] };
      cache.fill('sandbox', `${ms}`, { ...key, expiresAtMs: clock.time + ms });
    };
    for (const ms of [3_600_000, 1_000, 1, 0, -1]) fillWithExpiry(ms);
    const expiries = (written.mock.calls as unknown[][]).map(([name, , , ttlMs]) => [name, ttlMs]);
    expect(expiries).toEqual([
      ['identity:sandbox:3600000', 5_000],
      ['identity:sandbox:1000', 1_000],
      ['identity:sandbox:1', 1],
    ]);
    await waitUntil('the entry has expired', async () => (await redis.exists('identity:sandbox:1')) === 0);
    redis.disconnect();
  });

  it('Two concurrent requests of one rotation get the same key, and the old key is rejected after the first response', async () => {
    const rotated = await callerWithScopes(owner, ['keys:read']);
    const cached = new ApiClient(urls[1] ?? '', rotated.key);
    expect((await use(cached)).status).toBe(200);
    const idempotencyKey = randomUUID();
    const first = rotateKey(owner, rotated.keyId, idempotencyKey);
    const retry = await rotateKey(new ApiClient(urls[1] ?? '', owner.key), rotated.keyId, idempotencyKey);
    expect(retry.status).toBe(201);
    expect((await use(cached)).status).toBe(401);
    expect((await first).body.data.key).toBe(retry.body.data.key);
  });

  it('Publishing and deprecating a workflow in one process takes effect immediately in another, for creates and questions', async () => {
    const [first, second] = urls.map((url) => new ApiClient(url, owner.key)) as [ApiClient, ApiClient];
    for (let round = 0; round < sampleSize(1, 2); round++) {
      const slug = `withdrawn-${randomUUID()}`;
      const tryBoth = async (api: ApiClient) => {
        const [created, routed] = await Promise.all([
          createSimulation(api, { workflow_id: slug, agent_count: 1 }),
          api.post('/v1/simulations/auto', { question: weaversQuestion, agent_count: 1 }),
        ]);
        return [created.status, routed.status];
      };
      expect((await publishWorkflow(first, testDefinition(slug, { routing: weaversRouting }))).status).toBe(201);
      expect(await tryBoth(second)).toEqual([202, 202]);
      const inFlight = Array.from({ length: 8 }, () => tryBoth(second));
      await sleep(10 * round);
      expect((await deprecateWorkflow(first, slug)).status).toBe(200);
      expect(await Promise.all([tryBoth(second), tryBoth(first), tryBoth(second)])).toEqual(
        new Array(3).fill([400, 422]),
      );
      for (const [created, routed] of await Promise.all(inFlight)) {
        expect([202, 400]).toContain(created);
        expect([202, 422]).toContain(routed);
      }
    }
  });
});
