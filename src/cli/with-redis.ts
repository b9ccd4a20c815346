import { Redis } from 'ioredis';

const timeoutMs = 3_000;

/** Connects for one piece of work. Throws the reason if the server is unavailable or rejects the password. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw reason ?? error;
  } finally {
    if (redis.status !== 'end') redis.disconnect();
  }
}
