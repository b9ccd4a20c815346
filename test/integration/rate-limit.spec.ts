import { randomUUID } from 'node:crypto';
import { RateLimiter } from '../../src/platform/rate-limit/rate-limiter.service.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';

const limit = 4;

describe('the limit of requests in any 60 seconds, counted in Redis', () => {
  let cache: TestRedis;
  let limiter: RateLimiter;
  let key: string;

  beforeAll(async () => {
    cache = await startTestRedis();
    limiter = new RateLimiter(cache.redis);
  });
  afterAll(() => cache.stop());
  beforeEach(() => (key = randomUUID()));

  const take = () => limiter.take(key, limit);
  const takeSome = async (count: number) => {
    const taken = await Promise.all(Array.from({ length: count }, take));
    return taken.filter(({ allowed }) => allowed).length;
  };

  /** As if all that was counted so far had been so much earlier. */
  async function pass(seconds: number): Promise<void> {
    const entries = await cache.redis.zrange(`rate:${key}`, '0', '-1', 'WITHSCORES');
    for (let at = 0; at < entries.length; at += 2) {
      const [request = '', microseconds] = entries.slice(at);
      await cache.redis.zadd(`rate:${key}`, Number(microseconds) - seconds * 1_000_000, request);
    }
  }

  it('of any number at once exactly the limit is let in, and each is told what is left', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, take));
    const told = taken.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
    expect(told.sort()).toEqual([0, 1, 2, 3]);
    expect(taken.filter(({ allowed }) => !allowed).every(({ remaining }) => remaining === 0)).toBe(true);
  });

  it('each request leaves the window 60 seconds after it came, by itself, and makes room for one', async () => {
    expect(await takeSome(1)).toBe(1);
    await pass(20);
    expect(await takeSome(2)).toBe(2);
    await pass(20);
    expect(await takeSome(9)).toBe(1);
    await pass(10);
    expect(await takeSome(9)).toBe(0);
    await pass(15); // 65, 45, 45 and 25 seconds ago
    expect(await takeSome(9)).toBe(1);
    await pass(20);
    expect(await takeSome(9)).toBe(2);
  });

  it('a refused request is not counted: who waits as long as it is told is let in', async () => {
    await takeSome(limit);
    await pass(30);
    const { allowed, resetMs } = await take();
    expect(allowed).toBe(false);
    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(30_000);
    await pass(resetMs / 1_000);
    expect((await take()).allowed).toBe(true);
  });
});
