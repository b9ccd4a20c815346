import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { isRedisUnavailable, reconnectAfterFailover } from './redis-connection.js';

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

  const reply = (message: string, more: object = {}) => Object.assign(new Error(message), { name: 'ReplyError' }, more);

  it('An error reply does not mean that Redis is unavailable, unless it is about the server', () => {
    expect(isRedisUnavailable(reply('WRONGTYPE Operation against a key holding the wrong kind of value'))).toBe(false);
    expect(isRedisUnavailable(reply('LOADING Redis is loading the dataset in memory'))).toBe(true);
    expect(isRedisUnavailable(reply("READONLY You can't write against a read only replica."))).toBe(true);
    expect(isRedisUnavailable(reply("OOM command not allowed when used memory > 'maxmemory'."))).toBe(true);
    expect(isRedisUnavailable(reply('MISCONF Errors writing to the AOF file: No space left on device'))).toBe(true);
    expect(isRedisUnavailable(reply('NOREPLICAS Not enough good replicas to write.'))).toBe(true);
    expect(isRedisUnavailable(reply('UNBLOCKED force unblock from blocking operation'))).toBe(true);
    expect(isRedisUnavailable(reply('ERR max number of clients reached'))).toBe(true);
    expect(isRedisUnavailable(reply("ERR unknown command 'gett'"))).toBe(false);
    expect(isRedisUnavailable(new TypeError('x is undefined'))).toBe(false);
    expect(isRedisUnavailable('LOADING')).toBe(false);
  });

  it('The error of a transaction or a script means that Redis is unavailable if its cause does', () => {
    const readOnly = "READONLY You can't write against a read only replica.";
    const aborted = 'EXECABORT Transaction discarded because of previous errors.';
    expect(isRedisUnavailable(reply(aborted, { previousErrors: [reply(readOnly)] }))).toBe(true);
    expect(isRedisUnavailable(reply(aborted, { previousErrors: [reply('ERR wrong number of arguments')] }))).toBe(
      false,
    );
    const inScript = 'ERR Error running script (call to f_1): @user_script:1: @user_script: 1: ';
    expect(isRedisUnavailable(reply(`${inScript}-${readOnly}`))).toBe(true);
    expect(isRedisUnavailable(reply(`${inScript}Wrong number of args`))).toBe(false);
  });

  it('A connection reconnects after errors of a replica, at most once in a second, and not after errors of a full server', () => {
    const reconnects = reconnectAfterFailover();
    expect(reconnects(reply("OOM command not allowed when used memory > 'maxmemory'."))).toBe(false);
    expect(reconnects(reply('WRONGTYPE Operation against a key'))).toBe(false);
    expect(reconnects(reply('READONLY'))).toBe(true);
    expect(reconnects(reply('READONLY'))).toBe(false);
  });
});
