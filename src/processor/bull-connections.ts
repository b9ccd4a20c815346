import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type Bull from 'bull';
import { Redis } from 'ioredis';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';

/** Longer than a script of Bull's takes. */
const silenceTimeoutMs = 3_000;
/** Bull waits for jobs for 5 s at a time: a server that says nothing for longer has forgotten the connection. */
const waitTimeoutMs = 15_000;

/** The connections under Bull. Bull never closes those it did not open itself, so they are kept track of here. */
@Injectable()
export class BullConnections implements OnApplicationShutdown {
  private readonly logger = new Logger('Redis');
  private readonly opened: Redis[] = [];

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  queueOptions(): Bull.QueueOptions {
    return {
      createClient: (type) => this.open(type) as never, // Bull's types are those of an older ioredis
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
      settings: { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000, retryProcessDelay: 1_000 },
    };
  }

  private open(type: 'client' | 'subscriber' | 'bclient'): Redis {
    // Bull asks on its blocking connections again and again; a command on the other one must fail while Redis is away or silent, not wait.
    const timeouts =
      type === 'client'
        ? { maxRetriesPerRequest: 1, commandTimeout: silenceTimeoutMs, socketTimeout: silenceTimeoutMs }
        : { maxRetriesPerRequest: null, socketTimeout: waitTimeoutMs };
    const redis = new Redis(this.settings.redisUrl, {
      ...timeouts,
      enableReadyCheck: false,
      connectionName: `bull-${type}`,
    });
    redis.on('error', (error: Error) => this.logger.warn(`bull-${type}: ${error.message}`));
    this.opened.push(redis);
    return redis;
  }

  onApplicationShutdown(): void {
    for (const redis of this.opened) if (redis.status !== 'end') redis.disconnect();
  }
}
