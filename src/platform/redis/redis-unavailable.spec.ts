import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { isRedisUnavailable } from './redis-unavailable.js';

const options = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 };

async function failure(work: (redis: Redis) => Promise<unknown>, more: object = {}): Promise<unknown> {
  const redis = new Redis({ host: '127.0.0.1', port: 1, ...options, ...more });
  redis.on('error', () => undefined);
  try {
    return await work(redis).catch((error: unknown) => error);
  } finally {
    redis.disconnect();
  }
}

describe('an error of Redis', () => {
  it('A refused connection means that Redis is unavailable', async () => {
    const more = { lazyConnect: false, enableOfflineQueue: false };
    expect(isRedisUnavailable(await failure((redis) => redis.get('x'), more))).toBe(true);
    expect(isRedisUnavailable(await failure((redis) => redis.multi().set('x', 1).exec(), more))).toBe(true);
  });

  it('A command timeout means that Redis is unavailable', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const more = { port, enableReadyCheck: false, commandTimeout: 100 };
    expect(isRedisUnavailable(await failure((redis) => redis.get('x'), more))).toBe(true);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('An error reply does not mean that Redis is unavailable, unless it states so', () => {
    const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
    expect(isRedisUnavailable(reply('WRONGTYPE Operation against a key holding the wrong kind of value'))).toBe(false);
    expect(isRedisUnavailable(reply('LOADING Redis is loading the dataset in memory'))).toBe(true);
    expect(isRedisUnavailable(reply("READONLY You can't write against a read only replica."))).toBe(true);
    expect(isRedisUnavailable(reply("OOM command not allowed when used memory > 'maxmemory'."))).toBe(true);
    expect(isRedisUnavailable(reply('MISCONF Errors writing to the AOF file: No space left on device'))).toBe(true);
    expect(isRedisUnavailable(new TypeError('x is undefined'))).toBe(false);
    expect(isRedisUnavailable('LOADING')).toBe(false);
  });
});
