import { Logger } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import type { Redis } from 'ioredis';
import { Status, statusCacheMs } from '../../src/health/status.service.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { ManualClock } from '../support/manual-clock.js';
import { startStores, type Stores } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

Logger.overrideLogger(false);

describe('the status of the service', () => {
  const clock = new ManualClock('2026-03-01T00:00:00Z');
  let stores: Stores;
  let live: TcpProxy;
  let cache: TcpProxy;
  let databases: Databases;
  let redis: Redis;
  let status: Status;

  beforeAll(async () => {
    stores = await startStores();
    live = await TcpProxy.start(stores.servers.liveDatabaseUrl);
    cache = await TcpProxy.start(stores.servers.redisUrl);
    const settings = { ...stores.settings, liveDatabaseUrl: live.url, redisUrl: cache.url };
    databases = new Databases(settings);
    redis = createRedis(cache.url);
    status = new Status(new HealthIndicatorService(), databases, redis, settings, clock);
    await redis.ping().catch(() => new Promise((resolve) => redis.once('ready', resolve)));
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    redis.disconnect();
    await Promise.all([live.stop(), cache.stop()]);
    await stores.stop();
  });

  const expireCache = () => (clock.time += statusCacheMs);

  it('The service checks its status at most once in 30 seconds, also for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => status.get()));
    expect(new Set(responses).size).toBe(1);
    clock.time += statusCacheMs - 1;
    expect(await status.get()).toBe(responses[0]);
    clock.time += 1;
    const second = await status.get();
    expect(second).not.toBe(responses[0]);
    clock.time -= 3_600_000;
    expect(await status.get()).not.toBe(second);
    clock.time += 3_600_000;
  });

  it('The status is operational with latencies while all components respond', async () => {
    expireCache();
    expect(await status.get()).toMatchObject({
      status: 'operational',
      components: {
        api: { status: 'operational' },
        database: { status: 'operational', latency_ms: expect.any(Number) as number },
        cache: { status: 'operational', latency_ms: expect.any(Number) as number },
      },
      rate_limits: 'shared',
      checked_at: clock.now().toISOString(),
    });
  });

  it('The status links no provider unless the operator configured its status page', async () => {
    expireCache();
    expect((await status.get()).links).toEqual({ payment_provider: null, email_provider: null });
    const paymentProvider = 'https://status.payments.example.com';
    const settings = { ...stores.settings, statusLinks: { paymentProvider, emailProvider: undefined } };
    const configured = new Status(new HealthIndicatorService(), databases, redis, settings, clock);
    expect((await configured.get()).links).toEqual({ payment_provider: paymentProvider, email_provider: null });
  });

  it('The status is degraded with rate limits per process while Redis is unavailable', async () => {
    cache.set('refuse');
    expireCache();
    expect(await status.get()).toMatchObject({
      status: 'degraded',
      components: { cache: { status: 'down', latency_ms: null }, database: { status: 'operational' } },
      rate_limits: 'per_process',
    });
    cache.set('pass');
    await new Promise((resolve) => redis.once('ready', resolve));
    expireCache();
    expect(await status.get()).toMatchObject({ status: 'operational', rate_limits: 'shared' });
  });

  it('The status is down while a database is down and operational when it is available again', async () => {
    live.set('refuse');
    expireCache();
    expect(await status.get()).toMatchObject({
      status: 'down',
      components: { database: { status: 'down', latency_ms: null }, cache: { status: 'operational' } },
    });
    live.set('pass');
    expireCache();
    expect(await status.get()).toMatchObject({ status: 'operational' });
  });
});
