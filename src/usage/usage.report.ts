import { z } from 'zod';
import { tiers } from '../common/identity/tier.js';
import { planTiers } from '../config/plans.js';

const count = z.int().min(0);

/** The response of `GET /v1/usage`. */
export const usageReportSchema = z
  .strictObject({
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime(),
    simulations_this_period: count,
    simulation_limit: count.meta({ description: 'Simulations in a period.' }),
    simulations_lifetime: count,
    agent_count_ceiling: count.meta({ description: 'Agents in one simulation.' }),
    concurrent_simulations: count.meta({ description: 'Simulations that run at the same time; the others wait.' }),
    rate_limit_per_minute: count.meta({ description: 'Requests in any 60 seconds.' }),
    plan_tier: z.enum(planTiers),
    tier: z.enum(tiers),
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
