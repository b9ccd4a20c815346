import { z } from 'zod';
import { tiers } from '../common/identity/tier.js';
import { planTiers } from '../config/plans.js';

const count = z.int().min(0);

/** The response of `GET /v1/usage`. */
export const usageReportSchema = z
  .strictObject({
    period_start: z.iso.datetime().meta({ description: 'Start of the calendar month (UTC).' }),
    period_end: z.iso
      .datetime()
      .meta({ description: 'Start of the next calendar month (UTC), when the quota resets.' }),
    simulations_this_period: count.meta({ description: 'Simulations created in this month, without refunded ones.' }),
    simulation_limit: count.meta({ description: 'Maximum simulations per month.' }),
    simulations_lifetime: count.meta({ description: 'Simulations created in all months, without refunded ones.' }),
    agent_count_ceiling: count.meta({ description: 'Maximum agents per simulation.' }),
    concurrent_simulations: count.meta({
      description: 'Maximum simulations that run at the same time. Further simulations stay queued.',
    }),
    rate_limit_per_minute: count.meta({ description: 'Maximum requests in any 60 seconds.' }),
    plan_tier: z.enum(planTiers).meta({ description: 'Commercial plan.' }),
    tier: z.enum(tiers).meta({ description: 'Tier to which the counts apply.' }),
  })
  .meta({
    id: 'UsageReport',
    examples: [
      {
        period_start: '2026-11-01T00:00:00.000Z',
        period_end: '2026-12-01T00:00:00.000Z',
        simulations_this_period: 42,
        simulation_limit: 100,
        simulations_lifetime: 317,
        agent_count_ceiling: 1_000,
        concurrent_simulations: 2,
        rate_limit_per_minute: 60,
        plan_tier: 'sandbox',
        tier: 'sandbox',
      },
    ],
  });
export type UsageReport = z.infer<typeof usageReportSchema>;
