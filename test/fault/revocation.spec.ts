import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdentityCache } from '../../src/api-keys/identity-cache.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { defaultPlanLimits } from '../../src/config/plans.js';
import type { Settings } from '../../src/config/settings.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { ApiClient } from '../support/api-client.js';
import {
  testDefinition,
  deprecateWorkflow,
  publishWorkflow,
  weaversQuestion,
  weaversRouting,
} from '../support/definitions.js';
import { callerWithScopes, revokeKey, rotateKey } from '../support/keys.js';
import { TestBed } from '../support/test-bed.js';
import { ManualClock } from '../support/manual-clock.js';
import { createSimulation } from '../support/simulations.js';
import { waitUntil } from '../support/wait-until.js';

const rounds = 12;
const inFlight = 50;

/** Refusals are limited by address: these come from many. */
function use(api: ApiClient) {
  const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;
  return api.call('/v1/api-keys?limit=1', { headers: { 'x-forwarded-for': address } });
}

describe('what is taken back is refused in every process from the moment the answer is sent', () => {
  let bed: TestBed;
  let owner: ApiClient;
  let urls: string[];

  beforeAll(async () => {
    bed = await TestBed.start({ SVC_TRUSTED_PROXIES: 'loopback' });
    urls = [(await bed.startApi()).url, (await bed.startApi()).url];
    owner = await bed.newCaller(urls[0] ?? '');
  });
  afterAll(() => bed.stop());

  /** Keeps `inFlight` requests with the key under way on both processes, and tells when each began and how it ended. */
  function bombard(key: string | undefined) {
    const seen: { startedAt: number; status: number }[] = [];
    let going = true;
    const callers = Array.from({ length: inFlight }, (_, index) => new ApiClient(urls[index % urls.length] ?? '', key));
    const done = Promise.all(
      callers.map(async (api) => {
        while (going) {
          const startedAt = performance.now();
          const { status } = await use(api);
          seen.push({ startedAt, status });
        }
      }),
    );
    const stop = async () => {
      going = false;
      await done;
    };
    return { seen, stop };
  }

  it.each([
    ['revoked', (keyId: string) => revokeKey(owner, keyId)],
    ['rotated', (keyId: string) => rotateKey(owner, keyId)],
  ])(
    `${rounds} times ${inFlight} in flight on two processes while a key is %s: none that starts later is let in`,
    async (_, act) => {
      for (let round = 0; round < rounds; round++) {
        const { key, keyId } = await callerWithScopes(owner, ['keys:read']);
        const attack = bombard(key);
        await sleep(10 * round);
        expect((await act(keyId)).status).toBeLessThan(300);
        const answeredAt = performance.now();
        const later = () => attack.seen.filter(({ startedAt }) => startedAt > answeredAt);
        await waitUntil('requests have begun after the answer', () => later().length >= inFlight);
        await attack.stop();
        expect(later().filter(({ status }) => status !== 401)).toEqual([]);
        expect(attack.seen.filter(({ status }) => status !== 401 && status !== 200)).toEqual([]);
      }
    },
  );

  it('while the cache is being filled: the first uses of a key race with its revocation', async () => {
    for (let round = 0; round < 40; round++) {
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

  it('a fill that comes late finds the tombstone and does not overwrite it', async () => {
    const redis = createRedis(bed.servers.redisUrl);
    await once(redis, 'ready');
    const cache = new IdentityCache(redis, { planLimits: defaultPlanLimits } as Settings, new SystemClock());
    const hash = randomUUID();
    const identity = { keyId: hash, organizationId: hash, planTier: 'growth' as const, scopes: [], expiresAtMs: null };
    const told = async () => {
      await redis.ping(); // a fill does not wait; what was sent before this is done
      const admission = await cache.admit('sandbox', hash);
      return typeof admission === 'object' ? admission.identity : admission;
    };
    cache.fill('sandbox', hash, identity);
    expect(await told()).toEqual(identity);
    await cache.revoke('sandbox', hash);
    cache.fill('sandbox', hash, identity);
    expect(await told()).toBe('revoked');
    await cache.forget('sandbox', [hash]);
    expect(await told()).toBe('revoked');
    redis.disconnect();
  });

  it('the identity of a key that expires is gone from the cache when it does', async () => {
    const redis = createRedis(bed.servers.redisUrl);
    await once(redis, 'ready');
    const clock = new ManualClock('2026-11-20T00:00:00Z');
    const cache = new IdentityCache(redis, { planLimits: defaultPlanLimits } as Settings, clock);
    const written = jest.spyOn(redis, 'set');
    const endsIn = (ms: number) => {
      const key = { keyId: '', organizationId: '', planTier: 'growth' as const, scopes: [] };
      cache.fill('sandbox', `${ms}`, { ...key, expiresAtMs: clock.time + ms });
    };
    for (const ms of [3_600_000, 1_000, 1, 0, -1]) endsIn(ms);
    const told = (written.mock.calls as unknown[][]).map(([name, , , ttlMs]) => [name, ttlMs]);
    expect(told).toEqual([
      ['identity:sandbox:3600000', 5_000],
      ['identity:sandbox:1000', 1_000],
      ['identity:sandbox:1', 1],
    ]);
    await waitUntil('it is gone', async () => (await redis.exists('identity:sandbox:1')) === 0);
    redis.disconnect();
  });

  it('of one rotation sent twice at once both get the same key, and the old one is refused as soon as either has its answer', async () => {
    const victim = await callerWithScopes(owner, ['keys:read']);
    const warm = new ApiClient(urls[1] ?? '', victim.key);
    expect((await use(warm)).status).toBe(200);
    const idempotencyKey = randomUUID();
    const first = rotateKey(owner, victim.keyId, idempotencyKey);
    const retry = await rotateKey(new ApiClient(urls[1] ?? '', owner.key), victim.keyId, idempotencyKey);
    expect(retry.status).toBe(201);
    expect((await use(warm)).status).toBe(401);
    expect((await first).body.data.key).toBe(retry.body.data.key);
  });

  it('a workflow: promoted through one process it is run by the other, and no more once it is deprecated, in creates and questions', async () => {
    const [here, there] = urls.map((url) => new ApiClient(url, owner.key)) as [ApiClient, ApiClient];
    for (let round = 0; round < 2; round++) {
      const slug = `withdrawn-${randomUUID()}`;
      const ask = async (api: ApiClient) => {
        const [created, asked] = await Promise.all([
          createSimulation(api, { workflow_id: slug, agent_count: 1 }),
          api.post('/v1/simulations/auto', { question: weaversQuestion, agent_count: 1 }),
        ]);
        return [created.status, asked.status];
      };
      expect((await publishWorkflow(here, testDefinition(slug, { routing: weaversRouting }))).status).toBe(201);
      expect(await ask(there)).toEqual([202, 202]);
      const inFlight = Array.from({ length: 16 }, () => ask(there));
      await sleep(10 * round);
      expect((await deprecateWorkflow(here, slug)).status).toBe(200);
      expect(await Promise.all([ask(there), ask(here), ask(there)])).toEqual(new Array(3).fill([400, 422]));
      for (const [created, asked] of await Promise.all(inFlight)) {
        expect([202, 400]).toContain(created);
        expect([202, 422]).toContain(asked);
      }
    }
  });
});
