import { perTier, type Tier } from '../common/identity/caller.js';
import { InjectQueue, Process, Processor } from '@nestjs/bull';
import { Injectable, Inject, Logger, type OnApplicationShutdown } from '@nestjs/common';
import Bull, { type Queue, type Job } from 'bull';
import { Batch } from '../common/batch.js';
import { maxWakeUpSignals } from '../simulations/queue/simulation-claims.service.js';
import { Redis } from 'ioredis';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { RedisConnection, reconnectAfterFailover } from '../platform/redis/redis-connection.js';
import { SimulationRunner, maxConcurrentRuns } from './simulation-runner.service.js';
import { WebhookEvents, type RunEvent } from '../webhooks/events/webhook-events.service.js';
import { DeliveryLanes } from './deliveries/delivery-lanes.service.js';

/** The names of the queues, one for each tier. A job is only a wake-up signal. Postgres decides which simulation runs next. */
export const liveSimulationsQueue = 'live-simulations';
export const sandboxSimulationsQueue = 'sandbox-simulations';

export const deliveriesQueue = 'deliveries';

/** Lanes with due deliveries. Postgres decides which deliveries are due. */
export interface DeliveryJob {
  tier: Tier;
  lanes: string[];
}

/** Sends wake-up signals for due deliveries to the workers. */
@Injectable()
export class DeliveryQueue {
  constructor(
    @InjectQueue(deliveriesQueue) private readonly queue: Queue<DeliveryJob>,
    private readonly events: WebhookEvents,
  ) {}

  /** If the process ends between the two steps, the delivery poller finds the deliveries. */
  async publish(tier: Tier, event: RunEvent): Promise<void> {
    await this.add(tier, await this.events.publish(tier, event));
  }

  async add(tier: Tier, lanes: string[]): Promise<void> {
    if (lanes.length > 0) await this.queue.add({ tier, lanes });
  }
}

@Processor(deliveriesQueue)
export class DeliveryProcessor {
  constructor(private readonly lanes: DeliveryLanes) {}

  /** Does not wait for the deliveries, so that a slow receiver does not block the queue. */
  @Process({ concurrency: 4 })
  run({ data: { tier, lanes } }: Job<DeliveryJob>): Promise<void> {
    for (const lane of lanes) this.lanes.wake(tier, lane);
    return Promise.resolve();
  }
}

// A job lasts until no simulation is queued. A worker at its limit leaves further wake-up signals to other workers.
const options = { concurrency: maxConcurrentRuns };

@Processor(liveSimulationsQueue)
export class LiveSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('live');
  }
}

@Processor(sandboxSimulationsQueue)
export class SandboxSimulationProcessor {
  constructor(private readonly runner: SimulationRunner) {}

  @Process(options)
  run(): Promise<void> {
    return this.runner.work('sandbox');
  }
}

/** Sends wake-up signals for queued simulations to the workers. */
@Injectable()
export class SimulationQueue {
  private readonly queues: Record<Tier, Queue>;
  private readonly wakeUps = perTier((tier) => new Batch(({ length }: readonly null[]) => this.addAll(tier, length)));

  constructor(@InjectQueue(liveSimulationsQueue) live: Queue, @InjectQueue(sandboxSimulationsQueue) sandbox: Queue) {
    this.queues = { live, sandbox };
  }

  wakeWorkers(tier: Tier): Promise<void> {
    return this.wakeUps[tier].submit(null);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.queues).map((queue) => queue.close(true)));
  }

  private async addAll(tier: Tier, count: number): Promise<void[]> {
    const wakeUps = Array.from({ length: Math.min(count, maxWakeUpSignals) }, () => ({ data: {} }));
    await this.queues[tier].addBulk(wakeUps);
    return [];
  }
}

/** Longer than any script of Bull takes. */
const silenceTimeoutMs = 3_000;
/** Bull waits for jobs for 5 s at a time. If the server is silent for longer, the connection is lost. */
const waitTimeoutMs = 15_000;

/** Opens and closes the Redis connections of Bull. Bull never closes connections that it did not open. */
@Injectable()
export class BullConnections implements OnApplicationShutdown {
  private readonly logger = new Logger('Redis');
  private readonly opened: Redis[] = [];
  private readonly subscribers: Redis[] = [];

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  queueOptions(): Bull.QueueOptions {
    return {
      createClient: (type) => this.open(type),
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
      settings: { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000, retryProcessDelay: 1_000 },
    };
  }

  private open(type: 'client' | 'subscriber' | 'bclient'): Redis {
    const options = { enableReadyCheck: false, connectionName: `bull-${type}` };
    // Bull repeats commands on its blocking connections. Commands on the other connection must fail while Redis is unavailable.
    const redis =
      type === 'client'
        ? new RedisConnection(this.settings.redisUrl, { ...options, maxRetriesPerRequest: 1, silenceTimeoutMs })
        : new Redis(this.settings.redisUrl, {
            ...options,
            maxRetriesPerRequest: null,
            socketTimeout: waitTimeoutMs,
            reconnectOnError: reconnectAfterFailover(),
          });
    redis.on('error', (error: Error) => this.logger.warn(`bull-${type}: ${error.message}`));
    if (type === 'client') redis.on('close', () => this.reconnectSubscribers());
    if (type === 'subscriber') this.subscribers.push(redis);
    this.opened.push(redis);
    return redis;
  }

  /** A subscriber sends no commands, so that it gets no error from a server that is no longer the primary. */
  private reconnectSubscribers(): void {
    for (const redis of this.subscribers) if (redis.status === 'ready') redis.disconnect(true);
  }

  onApplicationShutdown(): void {
    for (const redis of this.opened) if (redis.status !== 'end') redis.disconnect();
  }
}
