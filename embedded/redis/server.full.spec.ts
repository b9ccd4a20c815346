import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { temporaryFolders } from '../testing/temporary-folder.js';
import { startRedis, type RedisServer } from './server.js';

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 100_000; performance.now() < end; await sleep(50)) if (await condition()) return;
  throw new Error('the condition was not met within 100 s');
}

// The append-only file of an installed server has the same effect.
describe('the private Redis of the kind wasm', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;
  let server: RedisServer;
  let redis: Redis;

  beforeEach(async () => {
    folder = join(temporaryFolder(), 'redis');
    server = await startRedis(folder, () => undefined, 'wasm');
    redis = new Redis(server.redisUrl, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined); // Every command also rejects.
  });
  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('A server that cannot save its data refuses writes and still reads, and recovers', async () => {
    await redis.set('kept', '1');
    // A folder in the place of the file: saving fails as on a full disk.
    const file = join(folder, 'wasm', 'dump.rdb');
    await waitUntil(() => existsSync(file));
    rmSync(file);
    mkdirSync(join(file, 'blocks'), { recursive: true });
    await redis.set('kept', '2');
    const write = () => redis.set('more', '1').catch((error: Error) => error.message);
    await waitUntil(async () => (await write()).startsWith('OOM'));
    expect(await redis.get('kept')).toBe('2');
    rmSync(file, { recursive: true });
    await waitUntil(async () => (await write()) === 'OK');
  });
});
