import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService } from '@nestjs/terminus';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { Clock } from '../common/clock.js';
import { tiers } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { checkWrites } from '../platform/database/sql.js';
import { Databases } from '../platform/database/databases.service.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { writeHeartbeat } from '../platform/redis/redis-connection.js';

const componentSchema = z.strictObject({
  status: z.enum(['operational', 'down']),
  latency_ms: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'Response time of the slowest part, in milliseconds; null if it does not respond.' }),
});
type Component = z.infer<typeof componentSchema>;

export const serviceStatusSchema = z
  .strictObject({
    status: z.enum(['operational', 'degraded', 'down']),
    components: z.strictObject({ api: componentSchema, database: componentSchema, cache: componentSchema }),
    rate_limits: z.enum(['shared', 'per_process']).meta({
      description:
        '`shared`: all processes count requests together. `per_process`: Redis is down, so each process counts separately.',
    }),
    links: z
      .strictObject({ payment_provider: z.string().nullable(), email_provider: z.string().nullable() })
      .meta({ description: 'Status pages of the providers. Null if the operator configured no provider.' }),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'ServiceStatus' });
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

export const statusCacheMs = 30_000;

/** Checks the stores at most once in 30 seconds, regardless of the number of requests. */
@Injectable()
export class Status {
  private checkedAtMs = -Infinity;
  private latest: Promise<ServiceStatus> | undefined;

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly databases: Databases,
    @Inject(Redis) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  get(): Promise<ServiceStatus> {
    const nowMs = this.clock.now().getTime();
    // If the clock is set back, an old result must not stay cached.
    const isFresh = nowMs >= this.checkedAtMs && nowMs < this.checkedAtMs + statusCacheMs;
    if (!this.latest || !isFresh) {
      this.checkedAtMs = nowMs;
      this.latest = this.check();
    }
    return this.latest;
  }

  private async check(): Promise<ServiceStatus> {
    const [cache, ...databases] = await Promise.all([
      this.measure('cache', () => writeHeartbeat(this.redis)),
      ...tiers.map((tier) => this.measure(`${tier}_database`, () => checkWrites(this.databases.sql(tier)))),
    ]);
    const database = slowest(databases);
    const { statusLinks: links } = this.settings;
    return {
      status: overall(database, cache),
      components: { api: { status: 'operational', latency_ms: 0 }, database, cache },
      rate_limits: cache.status === 'down' ? 'per_process' : 'shared',
      links: { payment_provider: links.paymentProvider ?? null, email_provider: links.emailProvider ?? null },
      checked_at: this.clock.now().toISOString(),
    };
  }

  private async measure(name: string, probe: () => PromiseLike<unknown>): Promise<Component> {
    const startedAtMs = performance.now();
    const indicator = this.indicators.check(name);
    const result = await Promise.resolve(probe()).then(
      () => indicator.up(),
      () => indicator.down(),
    );
    if (result[name]?.status !== 'up') return { status: 'down', latency_ms: null };
    return { status: 'operational', latency_ms: Math.round(performance.now() - startedAtMs) };
  }
}

/** The service needs both databases, because they store different data. */
function slowest(parts: readonly Component[]): Component {
  if (parts.some(({ status }) => status === 'down')) return { status: 'down', latency_ms: null };
  return { status: 'operational', latency_ms: Math.max(...parts.map(({ latency_ms }) => latency_ms ?? 0)) };
}

function overall(database: Component, cache: Component): ServiceStatus['status'] {
  if (database.status === 'down') return 'down';
  return cache.status === 'down' ? 'degraded' : 'operational';
}
