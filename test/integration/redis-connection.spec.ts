import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createRedis } from '../../src/platform/redis/redis.module.js';
import { isRedisUnavailable } from '../../src/platform/redis/redis-connection.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { waitUntil } from '../support/wait-until.js';

Logger.overrideLogger(false);

const silenceTimeoutMs = 300;

describe('a connection to Redis', () => {
  let server: TestRedis;
  let proxy: TcpProxy;
  let redis: Redis;

  beforeAll(async () => {
    server = await startTestRedis();
    proxy = await TcpProxy.start(server.url);
    redis = createRedis(proxy.url, silenceTimeoutMs);
    await once(redis, 'ready');
  });
  afterAll(async () => {
    redis.disconnect();
    await proxy.stop();
    await server.stop();
  });

  it('A pause of this process that is longer than the timeout fails no command', async () => {
    const reply = redis.ping();
    await setImmediate(); // sends the command
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * silenceTimeoutMs);
    expect(await reply).toBe('PONG');
  });

  it('A command that ended with its connection does not close the next connection', async () => {
    const event = (name: 'close' | 'ready') => new Promise((resolve) => redis.once(name, resolve));
    proxy.set('refuse');
    for (let attempt = 0; attempt < 3; attempt++) await event('close');
    await redis.ping().catch(() => undefined);
    const ready = event('ready');
    proxy.set('pass');
    await ready;
    let closes = 0;
    redis.on('close', () => (closes += 1));
    await sleep(3 * silenceTimeoutMs);
    expect(closes).toBe(0);
  });

  it('A server that became a replica is unavailable for writes and transactions, and the connection reconnects', async () => {
    await server.redis.replicaof('127.0.0.1', '1');
    const reconnected = once(redis, 'ready');
    expect(await redis.set('a', 1).catch(isRedisUnavailable)).toBe(true);
    await reconnected;
    expect(await redis.multi().set('a', 1).zadd('b', 1, 'c').exec().catch(isRedisUnavailable)).toBe(true);
    await server.redis.replicaof('NO', 'ONE');
    await waitUntil('a transaction succeeds', () =>
      redis
        .multi()
        .set('a', 1)
        .exec()
        .then(Boolean, () => false),
    );
  });

  it('A command without a reply means that Redis is unavailable, and closes the connection', async () => {
    proxy.set('hang');
    const closed = new Promise((resolve) => redis.once('close', resolve));
    const ping = () => redis.ping().catch(isRedisUnavailable);
    expect(await ping()).toBe(true);
    await closed;
    expect(await ping()).toBe(true);
  });
});
