import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';

/** Commands fail at once while Redis is away, instead of waiting in a queue that grows; the connection heals by itself. */
export function createRedis(url: string, name: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectionName: name });
  const logger = new Logger('Redis');
  redis.on('error', (error: Error) => logger.warn(`${name}: ${error.message}`));
  return redis;
}

@Global()
@Module({
  providers: [
    { provide: Redis, useFactory: ({ redisUrl }: Settings) => createRedis(redisUrl, 'api'), inject: [SETTINGS] },
  ],
  exports: [Redis],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(Redis) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
