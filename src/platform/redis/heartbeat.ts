import type { Redis } from 'ioredis';

const ttlSeconds = 60;

/** Writes to Redis and rejects if it cannot: a replica and a server whose memory or disk is full respond to PING and to reads. */
export async function writeHeartbeat(redis: Redis): Promise<void> {
  await redis.set('heartbeat', '1', 'EX', ttlSeconds);
}
