import { once } from 'node:events';
import {
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';

const firstConnectionTimeoutMs = 1_000;
const silenceTimeoutMs = 1_000;

/** Commands fail at once while Redis is away, instead of waiting in a queue that grows; the connection heals by itself. */
export function createRedis(url: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    // A server that has fallen silent is given up with its connection, so that the next command fails at once.
    commandTimeout: silenceTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    connectionName: 'service',
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  const logger = new Logger('Redis');
  redis.on('error', (error: Error) => logger.warn(error.message));
  return redis;
}

@Global()
@Module({
  providers: [{ provide: Redis, useFactory: ({ redisUrl }: Settings) => createRedis(redisUrl), inject: [SETTINGS] }],
  exports: [Redis],
})
export class RedisModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(Redis) private readonly redis: Redis) {}

  /** Gives the first connection a moment; a process that finds Redis away works without it. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.redis.status === 'ready') return;
    const signal = AbortSignal.timeout(firstConnectionTimeoutMs);
    await once(this.redis, 'ready', { signal }).catch((error: Error) => {
      new Logger('Redis').warn(`goes on without a connection: ${error.message}`);
    });
  }

  onApplicationShutdown(): void {
    if (this.redis.status !== 'end') this.redis.disconnect();
  }
}
