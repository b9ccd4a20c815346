import { randomUUID } from 'node:crypto';
import { RateLimiter } from '../../src/platform/rate-limit/rate-limiter.service.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';

const limit = 4;

describe('the rate limiter', () => {
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
  const takeMany = async (count: number) => {
    const taken = await Promise.all(Array.from({ length: count }, take));
    return taken.filter(({ allowed }) => allowed).length;
  };

  /** Moves all counted requests into the past. */
  async function elapse(seconds: number): Promise<void> {
    const entries = await cache.redis.zrange(`rate:${key}`, '0', '-1', 'WITHSCORES');
    for (let at = 0; at < entries.length; at += 2) {
      const [request = '', microseconds] = entries.slice(at);
      await cache.redis.zadd(`rate:${key}`, Number(microseconds) - seconds * 1_000_000, request);
    }
  }

  it('Of many concurrent requests, exactly the limit is accepted, and each response shows the remaining requests', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, take));
    const remainingCounts = taken.filter(({ allowed }) => allowed).map(({ remaining }) => remaining);
    expect(remainingCounts.sort()).toEqual([0, 1, 2, 3]);
    expect(taken.filter(({ allowed }) => !allowed).every(({ remaining }) => remaining === 0)).toBe(true);
  });

  it('Each request leaves the window 60 seconds after its arrival and makes room for one request', async () => {
    expect(await takeMany(1)).toBe(1);
    await elapse(20);
    expect(await takeMany(2)).toBe(2);
    await elapse(20);
    expect(await takeMany(9)).toBe(1);
    await elapse(10);
    expect(await takeMany(9)).toBe(0);
    await elapse(15); // 65, 45, 45 and 25 seconds ago
    expect(await takeMany(9)).toBe(1);
    await elapse(20);
    expect(await takeMany(9)).toBe(2);
  });

  it('A rejected request is not counted, so a request after the reported delay is accepted', async () => {
    await takeMany(limit);
    await elapse(30);
    const { allowed, resetMs } = await take();
    expect(allowed).toBe(false);
    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(30_000);
    await elapse(resetMs / 1_000);
    expect((await take()).allowed).toBe(true);
  });
});
