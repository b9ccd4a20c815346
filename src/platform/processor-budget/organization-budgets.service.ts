import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import type { ProcessorBudget } from '../../common/processor-budget.js';
import { freePlans, priorityOf, unverifiedProcessorSeconds } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../database/databases.service.js';
import { SETTINGS } from '../environment/settings.module.js';
import { ProcessorMeter } from './processor-meter.service.js';

const maxVerified = 100_000;

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
    const use = (limit: number, usedMs: number) => this.meter.use(`${tier}:${organizationId}`, 1_000 * limit, usedMs);
    return {
      priority,
      require: async () => {
        const limit = await limitSeconds();
        const waitMs = await use(limit, 0);
        if (waitMs === 0) return;
        throw new AppError('processor_limit_reached', { processor_seconds_per_minute: limit }).withHeaders({
          'Retry-After': String(Math.ceil(waitMs / 1_000)),
        });
      },
      charge: async (usedMs) => {
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
