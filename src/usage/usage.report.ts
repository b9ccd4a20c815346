import { z } from 'zod';
import { tiers } from '../common/identity/caller.js';
import { planTiers } from '../config/plans.js';

const count = z.int().min(0);
const limit = z.int().min(1);

const monthSchema = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .meta({ description: 'Calendar month (UTC).', examples: ['2026-11'] }),
  simulations: count.meta({ description: 'Simulations created in the month, without refunded ones.' }),
});
export type UsageMonth = z.infer<typeof monthSchema>;

const planSchema = z.strictObject({
  plan_tier: z.enum(planTiers).meta({ description: 'Commercial plan.' }),
  simulation_limit: limit.meta({ description: 'Maximum simulations per month.' }),
  agent_count_ceiling: limit.meta({ description: 'Maximum agents per simulation.' }),
  large_agent_count_ceiling: limit.meta({
    description:
      'Maximum agents per large simulation. A plan whose ceiling is at most 10,000 has no large simulations.',
  }),
  concurrent_simulations: limit.meta({ description: 'Maximum simulations that run at the same time.' }),
  rate_limit_per_minute: limit.meta({ description: 'Maximum requests in any 60 seconds.' }),
  compute_seconds_per_simulation: limit.meta({ description: 'Maximum processor time of a simulation, in seconds.' }),
  promotion_dry_runs_per_minute: limit.meta({ description: 'Maximum checks of workflow definitions per minute.' }),
  processor_seconds_per_minute: limit.meta({
    description:
      'Maximum processor time outside the queue of simulations, in seconds per minute. At most 20 until the email address is verified.',
  }),
});
export type PlanRecord = z.infer<typeof planSchema>;

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
    months: monthSchema.array().meta({
      description: 'Usage of this month and of the 11 months before, oldest first. Months without usage are omitted.',
    }),
    plans: planSchema.array().meta({ description: 'Limits of all plans.' }),
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
        months: [
          { month: '2026-10', simulations: 275 },
          { month: '2026-11', simulations: 42 },
        ],
        plans: [
          {
            plan_tier: 'sandbox',
            simulation_limit: 100,
            agent_count_ceiling: 1_000,
            large_agent_count_ceiling: 1_000,
            concurrent_simulations: 2,
            rate_limit_per_minute: 60,
            compute_seconds_per_simulation: 30,
            promotion_dry_runs_per_minute: 10,
            processor_seconds_per_minute: 60,
          },
        ],
      },
    ],
  });
export type UsageReport = z.infer<typeof usageReportSchema>;
