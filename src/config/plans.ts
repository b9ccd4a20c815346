import { z } from 'zod';

export const planTiers = ['sandbox', 'growth'] as const;
export type PlanTier = (typeof planTiers)[number];

const positive = z.int().min(1).max(1_000_000_000);

const planLimitsSchema = z.strictObject({
  requests_per_minute: positive,
  simulations_per_month: positive,
  agents_per_simulation: z.int().min(1).max(10_000),
  /** How many of an organization's simulations run at once, in each tier. */
  concurrent_simulations: positive,
});
export type PlanLimits = z.infer<typeof planLimitsSchema>;

export const defaultPlanLimits: Record<PlanTier, PlanLimits> = {
  sandbox: {
    ...{ requests_per_minute: 60, simulations_per_month: 100 },
    ...{ agents_per_simulation: 1_000, concurrent_simulations: 2 },
  },
  growth: {
    ...{ requests_per_minute: 600, simulations_per_month: 10_000 },
    ...{ agents_per_simulation: 10_000, concurrent_simulations: 8 },
  },
};

/** What `SVC_PLAN_LIMITS` may say: any plan, any limit of it; the defaults fill what is left out. */
export const planLimitsOverrideSchema = z.strictObject({
  sandbox: planLimitsSchema.partial().optional(),
  growth: planLimitsSchema.partial().optional(),
});

export function withDefaultLimits(
  override: z.infer<typeof planLimitsOverrideSchema> | undefined,
): Record<PlanTier, PlanLimits> {
  return {
    sandbox: { ...defaultPlanLimits.sandbox, ...override?.sandbox },
    growth: { ...defaultPlanLimits.growth, ...override?.growth },
  };
}
