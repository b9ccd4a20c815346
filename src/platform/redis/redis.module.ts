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
import { isRedisEncrypted } from '../../config/plaintext.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { writeHeartbeat, RedisConnection } from './redis-connection.js';

const firstConnectionTimeoutMs = 1_000;
/** A process whose requests only read does not notice otherwise that the server is no longer the primary. */
const heartbeatIntervalMs = 2_000;

/** While Redis is unavailable, commands fail immediately instead of being queued. The connection is restored automatically. */
export function createRedis(url: string, silenceTimeoutMs = 1_000): Redis {
  const redis = new RedisConnection(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    // The identity cache already combines the requests of one turn of the event loop into one call of this script.
    autoPipeliningIgnoredCommands: ['admit'],
    silenceTimeoutMs,
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
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Redis) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Waits briefly for the first connection. If Redis is unavailable, the process starts without it. */
  async onApplicationBootstrap(): Promise<void> {
    const { nodeEnv, redisUrl } = this.settings;
    if (nodeEnv === 'production' && !isRedisEncrypted(new URL(redisUrl))) {
      new Logger('Redis').warn('the connection to Redis has no TLS');
    }
    this.heartbeat = setInterval(() => void this.beat(), heartbeatIntervalMs).unref();
    if (this.redis.status === 'ready') return;
    const signal = AbortSignal.timeout(firstConnectionTimeoutMs);
    await once(this.redis, 'ready', { signal }).catch((error: Error) => {
      new Logger('Redis').warn(`goes on without a connection: ${error.message}`);
    });
  }

  private async beat(): Promise<void> {
    await writeHeartbeat(this.redis).catch((error: Error) => {
      // The connection logs all other errors.
      if (error.name === 'ReplyError') new Logger('Redis').warn(error.message);
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.heartbeat);
    if (this.redis.status !== 'end') this.redis.disconnect();
  }
}
