import type { HealthIndicatorService } from '@nestjs/terminus';
import type { Redis } from 'ioredis';
import type { Databases } from '../platform/database/databases.service.js';
import { Readiness } from './readiness.service.js';

/** Counts the checks of Redis, one per check of all stores. */
class CountingRedis {
  writes = 0;
  fails = false;
  set(): Promise<string> {
    this.writes += 1;
    return new Promise((resolve, reject) => {
      setTimeout(() => (this.fails ? reject(new Error('down')) : resolve('OK')), 20);
    });
  }
}

const indicators = {
  check: (name: string) => ({ up: () => ({ [name]: { status: 'up' } }), down: () => ({ [name]: { status: 'down' } }) }),
} as unknown as HealthIndicatorService;
/** Not migrated, so that each check reports the databases as down. */
const down = () => Promise.reject(new Error('down'));
const databases = { for: () => ({ $queryRawUnsafe: down }), sql: () => ({ query: down }) } as unknown as Databases;

describe('the readiness check', () => {
  afterEach(() => jest.restoreAllMocks());

  it('Requests that arrive within a second share one check of the stores, also if it fails', async () => {
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now);
    const redis = new CountingRedis();
    const readiness = new Readiness(indicators, databases, redis as unknown as Redis);
    const checks = { sandbox_database: 'down', live_database: 'down', redis: 'up' };
    const together = await Promise.allSettled(Array.from({ length: 100 }, () => readiness.check()));
    for (const result of together) expect(result).toMatchObject({ status: 'rejected', reason: { meta: { checks } } });
    await expect(readiness.check()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(redis.writes).toBe(1);
  });

  it('A request checks the stores again after a second', async () => {
    const redis = new CountingRedis();
    const readiness = new Readiness(indicators, databases, redis as unknown as Redis);
    await expect(readiness.check()).rejects.toMatchObject({ meta: { checks: { redis: 'up' } } });
    redis.fails = true;
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await expect(readiness.check()).rejects.toMatchObject({ meta: { checks: { redis: 'down' } } });
    expect(redis.writes).toBe(2);
  });
});
