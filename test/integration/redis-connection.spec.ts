import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { RedisConnection } from '../../src/platform/redis/redis-connection.js';
import { isRedisUnavailable } from '../../src/platform/redis/redis-unavailable.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const silenceTimeoutMs = 300;

describe('a connection to Redis', () => {
  let server: TestRedis;
  let proxy: TcpProxy;
  let redis: RedisConnection;

  beforeAll(async () => {
    server = await startTestRedis();
    proxy = await TcpProxy.start(server.url);
    redis = new RedisConnection(proxy.url, { silenceTimeoutMs, enableOfflineQueue: false });
    redis.on('error', () => undefined);
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

  it('A command without a reply means that Redis is unavailable, and closes the connection', async () => {
    proxy.set('hang');
    const closed = new Promise((resolve) => redis.once('close', resolve));
    const ping = () => redis.ping().catch(isRedisUnavailable);
    expect(await ping()).toBe(true);
    await closed;
    expect(await ping()).toBe(true);
  });
});
