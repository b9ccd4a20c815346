import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { Redis } from 'ioredis';
import { AppError } from '../common/errors/app-error.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { checkWrites } from '../platform/database/sql.js';
import { Databases } from '../platform/database/databases.service.js';
import { pendingMigrations, migrationsFolder } from '../platform/database/migrate.js';
import { writeHeartbeat } from '../platform/redis/redis-connection.js';

const checkTimeoutMs = 2_000;
/** Requests within this time share one check, because `/readyz` is public and each check uses a connection of each store. */
const cacheMs = 1_000;

type Ready = { status: 'ok'; checks: Record<string, string> };

/** Checks that all stores respond, that they accept writes, and that both databases have the schema of this build. */
@Injectable()
export class Readiness {
  private latest: { checked: Promise<Ready>; startedMs: number; isRunning: boolean } | undefined;

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly databases: Databases,
    @Inject(Redis) private readonly redis: Redis,
  ) {}

  /** Joins a check that is running or started less than a second ago. Throws {@link AppError} `service_unavailable`. */
  check(): Promise<Ready> {
    const { latest } = this;
    if (latest && (latest.isRunning || performance.now() - latest.startedMs < cacheMs)) return latest.checked;
    const next = { checked: this.checkNow(), startedMs: performance.now(), isRunning: true };
    const finish = () => (next.isRunning = false);
    next.checked.then(finish, finish);
    this.latest = next;
    return next.checked;
  }

  private async checkNow(): Promise<Ready> {
    const results = await Promise.all([...tiers.map((tier) => this.database(tier)), this.cache()]);
    const checks: Record<string, 'up' | 'down'> = Object.fromEntries(
      results
        .flatMap((result) => Object.entries(result))
        .map(([name, { status }]) => [name, status === 'up' ? 'up' : 'down']),
    );
    if (Object.values(checks).includes('down')) throw new AppError('service_unavailable', { checks });
    return { status: 'ok', checks };
  }

  private async database(tier: Tier): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(`${tier}_database`);
    const database = {
      query: async (sql: string) => ({ rows: await this.databases.for(tier).$queryRawUnsafe<unknown[]>(sql) }),
    };
    return withTimeout(
      Promise.all([pendingMigrations(database, migrationsFolder), checkWrites(this.databases.sql(tier))]),
    )
      .then(([pending]) => (pending.length === 0 ? indicator.up() : indicator.down()))
      .catch(() => indicator.down());
  }

  private async cache(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('redis');
    return withTimeout(writeHeartbeat(this.redis))
      .then(() => indicator.up())
      .catch(() => indicator.down());
  }
}

/** Limits the time of a check, because load balancers need a response even if a store does not respond. */
function withTimeout<T>(check: Promise<T>): Promise<T> {
  return Promise.race([
    check,
    sleep(checkTimeoutMs, undefined, { ref: false }).then(() => Promise.reject(new Error('silent'))),
  ]);
}
