import { z } from 'zod';

/** Maximum agents of a simulation in every plan. */
export const maxAgentCount = 10_000;
export const maxLargeAgentCount = 10_000_000;

/** An operator sets the plan `scale`, which has large simulations. */
export const planTiers = ['sandbox', 'growth', 'scale'] as const;
export type PlanTier = (typeof planTiers)[number];

/** Plans without payment. Their simulations never run before those of other plans. */
export const freePlans: readonly PlanTier[] = ['sandbox'];

/**
 * How work of organizations is ordered, in the queue of simulations and outside of it: work of a later priority never starts before that of
 * an earlier one. Anyone can create an unverified organization, with the email address of a third party.
 */
export const priorities = ['paying', 'verified', 'unverified'] as const;
export type Priority = (typeof priorities)[number];

export function priorityOf(plan: PlanTier, isVerified: boolean): Priority {
  if (!freePlans.includes(plan)) return 'paying';
  return isVerified ? 'verified' : 'unverified';
}

export const defaultTiers: Record<PlanTier, 'sandbox' | 'live'> = { sandbox: 'sandbox', growth: 'live', scale: 'live' };

const positive = z.int().min(1).max(1_000_000_000);

const planLimitsSchema = z.strictObject({
  requests_per_minute: positive,
  simulations_per_month: positive,
  agents_per_simulation: z.int().min(1).max(maxAgentCount),
  /** A plan without large simulations has at most as many as for a simulation. */
  agents_per_large_simulation: z.int().min(1).max(maxLargeAgentCount),
  concurrent_simulations: positive,
  /** Maximum processor time of one simulation, in seconds. */
  compute_seconds_per_simulation: z.int().min(1).max(86_400),
  promotion_dry_runs_per_minute: positive,
  /** Maximum processor time outside the queue of simulations, in seconds per minute, in each tier. */
  processor_seconds_per_minute: positive,
});
type PlanLimits = z.infer<typeof planLimitsSchema>;

export const defaultPlanLimits: Record<PlanTier, PlanLimits> = {
  sandbox: {
    requests_per_minute: 60,
    simulations_per_month: 100,
    agents_per_simulation: 1_000,
    agents_per_large_simulation: 1_000,
    concurrent_simulations: 2,
    compute_seconds_per_simulation: 30,
    promotion_dry_runs_per_minute: 10,
    processor_seconds_per_minute: 60,
  },
  growth: {
    requests_per_minute: 600,
    simulations_per_month: 10_000,
    agents_per_simulation: 10_000,
    agents_per_large_simulation: 10_000,
    concurrent_simulations: 8,
    compute_seconds_per_simulation: 600,
    promotion_dry_runs_per_minute: 30,
    processor_seconds_per_minute: 240,
  },
  scale: {
    requests_per_minute: 600,
    simulations_per_month: 1_000_000,
    agents_per_simulation: 10_000,
    agents_per_large_simulation: 10_000_000,
    concurrent_simulations: 64,
    compute_seconds_per_simulation: 600,
    promotion_dry_runs_per_minute: 30,
    processor_seconds_per_minute: 240,
  },
};

/** The limit of `processor_seconds_per_minute` for an unverified organization, if that of its plan is not lower. */
export const unverifiedProcessorSeconds = 20;

/** The value of `SVC_PLAN_LIMITS`: any limits of any plan. Omitted limits have their default. */
export const planLimitsOverrideSchema = z.strictObject(
  Object.fromEntries(planTiers.map((plan) => [plan, planLimitsSchema.partial().optional()])) as Record<
    PlanTier,
    z.ZodOptional<ReturnType<typeof planLimitsSchema.partial>>
  >,
);

export function withDefaultLimits(
  override: z.infer<typeof planLimitsOverrideSchema> | undefined,
): Record<PlanTier, PlanLimits> {
  return Object.fromEntries(
    planTiers.map((plan) => [plan, { ...defaultPlanLimits[plan], ...override?.[plan] }]),
  ) as Record<PlanTier, PlanLimits>;
}
