import { Redis } from 'ioredis';

/** Whether a Redis answers at this URL within the time; throws with the reason when it does not, also when it is silent. */
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
    // On a connection that has ended it would hold the process for two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}
