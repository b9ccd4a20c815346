import { Redis } from 'ioredis';

/** Throws with the reason if the Redis at this URL does not respond within the timeout. */
export async function pingRedis(url: string, timeoutMs: number): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    // Calling disconnect on a closed connection delays the exit of the process by two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}
