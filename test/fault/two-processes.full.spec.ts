import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdentityCache } from '../../src/api-keys/identity-cache.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { defaultPlanLimits } from '../../src/config/plans.js';
import type { Settings } from '../../src/config/settings.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import type { ApiClient } from '../support/api-client.js';
import {
  testDefinition,
  deprecateWorkflow,
  publishWorkflow,
  weaversQuestion,
  weaversRouting,
} from '../support/definitions.js';
import { callerWithScopes, revokeKey, rotateKey } from '../support/keys.js';
import { ManualClock } from '../support/manual-clock.js';
import { RateLog } from '../support/rate-log.js';
import { createSimulation } from '../support/simulations.js';
import { TwoProcesses, useKey } from '../support/two-processes.js';
import { waitUntil } from '../support/wait-until.js';

const signer = new EntrySigner(Buffer.alloc(32), []);
const inFlight = 50;
const quota = 50;
const creates = 300;
const requestsPerMinute = 600;
const requests = 700;

describe('limits and revocations across two processes', () => {
  let processes: TwoProcesses;
  let redisUrl: string;
  let owner: ApiClient;

  beforeAll(async () => {
    processes = await TwoProcesses.start({ requests_per_minute: requestsPerMinute, simulations_per_month: quota });
    ({ redisUrl } = processes.bed.servers);
    ({ owner } = processes);
  });
  afterAll(() => processes.stop());

  it(`Of ${creates} concurrent creates on two processes with a quota of ${quota}, exactly ${quota} are accepted`, async () => {
    const { callers } = await processes.limitedCallers('Quota');
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
    const { callers, organization_id } = await processes.limitedCallers('Rate');
    const log = new RateLog(redisUrl);
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

  const revocations = [
    { change: 'revoked', revoke: revokeKey },
    { change: 'rotated', revoke: rotateKey },
  ];
  it.each(revocations)(
    `With ${inFlight} requests in flight on two processes, no request that starts after a key is $change is accepted`,
    async ({ revoke }) => {
      for (let round = 0; round < 20; round++) {
        const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
        const traffic = processes.sendContinuously(key, inFlight);
        await sleep(10 * round);
        expect((await revoke(owner, keyId)).status).toBeLessThan(300);
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
    for (let round = 0; round < 20; round++) {
      const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
      const callers = Array.from({ length: 10 }, () => processes.callers(key)).flat();
      const firstUses = callers.map((api) => useKey(api));
      expect((await revokeKey(owner, keyId)).status).toBe(200);
      const after = await Promise.all(callers.map((api) => useKey(api)));
      expect(after.map(({ status }) => status)).toEqual(callers.map(() => 401));
      await Promise.all(firstUses);
      expect((await useKey(processes.callers(key)[0])).status).toBe(401);
    }
  });

  it('A late cache fill does not overwrite the tombstone of a revoked key', async () => {
    const redis = createRedis(redisUrl);
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
    const redis = createRedis(redisUrl);
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
    const [, cached] = processes.callers(rotated.key);
    expect((await useKey(cached)).status).toBe(200);
    const idempotencyKey = randomUUID();
    const first = rotateKey(owner, rotated.keyId, idempotencyKey);
    const retry = await rotateKey(processes.callers(owner.key)[1], rotated.keyId, idempotencyKey);
    expect(retry.status).toBe(201);
    expect((await useKey(cached)).status).toBe(401);
    expect((await first).body.data.key).toBe(retry.body.data.key);
  });

  it('Publishing and deprecating a workflow in one process takes effect immediately in another, for creates and questions', async () => {
    const [first, second] = processes.callers(processes.owner.key);
    for (let round = 0; round < 2; round++) {
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
      const pending = Array.from({ length: 8 }, () => tryBoth(second));
      await sleep(10 * round);
      expect((await deprecateWorkflow(first, slug)).status).toBe(200);
      expect(await Promise.all([tryBoth(second), tryBoth(first), tryBoth(second)])).toEqual(
        new Array(3).fill([400, 422]),
      );
      for (const [created, routed] of await Promise.all(pending)) {
        expect([202, 400]).toContain(created);
        expect([202, 422]).toContain(routed);
      }
    }
  });
});
