import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import { type ProcessorBudget, withBudget } from '../../common/processor-budget.js';
import { freePlans, priorityOf, unverifiedProcessorSeconds } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../database/databases.service.js';
import { SETTINGS } from '../environment/settings.module.js';
import { Redis } from 'ioredis';
import type { Observable } from 'rxjs';
import type { AdmittedRequest } from '../rate-limit/limit.guard.js';

const minuteMs = 60_000;

type WithScript = Redis & { useProcessor(meter: string, limitMs: number, usedMs: number): Promise<number> };

/**
 * Adds used time to a meter, which falls by the limit in each minute, and returns the time until it is below the limit. With the clock of
 * Redis. ARGV: limit and used time, in milliseconds.
 */
const script = `
local limit, used = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HMGET', KEYS[1], 'level', 'at')
-- The clock can go back after a failover.
local elapsed = math.max(0, now - (tonumber(stored[2]) or now))
local level = math.max(0, (tonumber(stored[1]) or 0) - elapsed * limit / ${minuteMs})
if used > 0 then
  level = level + used
  redis.call('HSET', KEYS[1], 'level', level, 'at', now)
  redis.call('PEXPIRE', KEYS[1], math.ceil(level * ${minuteMs} / limit) + 1)
end
if level < limit then return 0 end
return math.ceil((level - limit) * ${minuteMs} / limit) + 1`;

const maxLocalMeters = 10_000;

interface Level {
  ms: number;
  atMs: number;
}

/**
 * Measures processor time in all processes. A long computation is counted after its end and also above the limit: the meter then needs
 * longer than a minute to fall. While Redis is unavailable, each process measures separately.
 */
@Injectable()
export class ProcessorMeter {
  private readonly redis: WithScript;
  private readonly local = new LRUCache<string, Level>({ maxSize: maxLocalMeters, sizeCalculation: () => 1 });

  constructor(@Inject(Redis) redis: Redis) {
    redis.defineCommand('useProcessor', { numberOfKeys: 1, lua: script });
    this.redis = redis as WithScript;
  }

  /** Adds time, and returns the time until more may be used: 0 if it may be now. */
  async use(subject: string, limitMs: number, usedMs: number): Promise<number> {
    const meter = `processor:${subject}`;
    try {
      return await this.redis.useProcessor(meter, limitMs, usedMs);
    } catch {
      // The Redis client logs the reason. A limit per process is better than no limit and better than an error.
      return this.useLocally(meter, limitMs, usedMs);
    }
  }

  private useLocally(meter: string, limitMs: number, usedMs: number): number {
    const nowMs = performance.now();
    const before = this.local.get(meter) ?? { ms: 0, atMs: nowMs };
    const ms = Math.max(0, before.ms - ((nowMs - before.atMs) * limitMs) / minuteMs) + usedMs;
    this.local.set(meter, { ms, atMs: nowMs });
    return ms < limitMs ? 0 : Math.ceil(((ms - limitMs) * minuteMs) / limitMs) + 1;
  }
}

const maxVerified = 100_000;
/** A request of several short computations checks its budget once. */
const checkIntervalMs = 100;

/** The budgets of organizations in each tier, over all processes. */
@Injectable()
export class OrganizationBudgets {
  /** Verified organizations. They stay verified. */
  private readonly verified = new LRUCache<string, true>({ maxSize: maxVerified, sizeCalculation: () => 1 });

  constructor(
    private readonly databases: Databases,
    private readonly meter: ProcessorMeter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads nothing until a computation needs the budget: most requests compute nothing. */
  of({ tier, organizationId, planTier }: Caller): ProcessorBudget {
    const priority = async () =>
      priorityOf(planTier, !freePlans.includes(planTier) || (await this.isVerified(tier, organizationId)));
    const limitSeconds = async () => {
      const { processor_seconds_per_minute: ofPlan } = this.settings.planLimits[planTier];
      return (await priority()) === 'unverified' ? Math.min(ofPlan, unverifiedProcessorSeconds) : ofPlan;
    };
    let nextCheckMs = 0;
    const use = async (limit: number, usedMs: number) => {
      const waitMs = await this.meter.use(`${tier}:${organizationId}`, 1_000 * limit, usedMs);
      nextCheckMs = waitMs === 0 ? performance.now() + checkIntervalMs : 0;
      return waitMs;
    };
    return {
      priority,
      require: async () => {
        if (performance.now() < nextCheckMs) return;
        const limit = await limitSeconds();
        const waitMs = await use(limit, 0);
        if (waitMs === 0) return;
        throw new AppError('processor_limit_reached', { processor_seconds_per_minute: limit }).withHeaders({
          'Retry-After': String(Math.ceil(waitMs / 1_000)),
        });
      },
      charge: async (usedMs) => {
        // Linux counts the time of a thread in steps of 10 ms, and most short work takes no step.
        if (usedMs === 0) return;
        // The response is ready, also if the database became unavailable.
        await limitSeconds().then(
          (limit) => use(limit, usedMs),
          () => undefined,
        );
      },
    };
  }

  private async isVerified(tier: Tier, organizationId: string): Promise<boolean> {
    if (this.verified.has(organizationId)) return true;
    const { rows } = await this.databases.sql(tier).query<{ is_verified: boolean }>({
      name: 'is verified',
      text: 'SELECT is_verified FROM organizations WHERE id = $1',
      values: [organizationId],
    });
    const isVerified = rows[0]?.is_verified === true;
    if (isVerified) this.verified.set(organizationId, true);
    return isVerified;
  }
}

/** Charges the computations of a request to the budget of its organization. Runs after the guards, which identify the caller. */
@Injectable()
export class ProcessorBudgetInterceptor implements NestInterceptor {
  constructor(private readonly budgets: OrganizationBudgets) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user: caller } = context.switchToHttp().getRequest<AdmittedRequest>();
    return caller ? withBudget(this.budgets.of(caller), () => next.handle()) : next.handle();
  }
}
