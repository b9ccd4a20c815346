import { Inject, Injectable } from '@nestjs/common';
import { Batch } from '../common/batch.js';
import { Clock } from '../common/clock.js';
import { AppError } from '../common/errors/app-error.js';
import { perTier, type Caller, type Tier } from '../common/identity/caller.js';
import { planTiers, type PlanTier } from '../config/plans.js';
import type { Settings } from '../config/settings.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { Insert } from '../platform/database/in-batches.js';
import { dayOf, type Sql } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import type { PlanRecord, UsageMonth, UsageReport } from './usage.report.js';

interface Used {
  organization_id: string;
  this_month: number;
  lifetime: number;
  months: UsageMonth[];
}

const usedQuery = `
  SELECT organization_id,
         coalesce(sum(simulations) FILTER (WHERE month = $2::date), 0)::int AS this_month,
         coalesce(sum(simulations), 0)::int AS lifetime,
         coalesce(json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'simulations', simulations) ORDER BY month)
           FILTER (WHERE simulations > 0 AND month > $2::date - interval '12 months' AND month <= $2::date), '[]') AS months
  FROM usage_months WHERE organization_id = ANY($1) GROUP BY organization_id`;

const usedInMonth = 'SELECT simulations FROM usage_months WHERE organization_id = $1 AND month = $2::date';

const countText = (count: number) => count.toLocaleString('en-US');
const quantityOf = (count: number) => `${count === 0 ? 'no' : countText(count)} simulation${count === 1 ? '' : 's'}`;

interface Reservation {
  insert: Insert;
  /** The error if it inserts no row. */
  refusal: (sql: Sql) => Promise<AppError>;
}

/** Locks the organization first, as the foreign keys of the other rows would do after the quota is locked. */
const reserveStatement = `
  INSERT INTO usage_months (organization_id, month, simulations)
  SELECT id, $2::date, $3 FROM organizations, admitted WHERE id = $1 AND $3::int <= $4::int FOR KEY SHARE OF organizations
  ON CONFLICT (organization_id, month) DO UPDATE
    SET simulations = usage_months.simulations + EXCLUDED.simulations
    WHERE usage_months.simulations + EXCLUDED.simulations <= $4
  RETURNING 1`;

/** The quota: simulations per calendar month (UTC). Each tier counts separately, in its own database. */
@Injectable()
export class Usage {
  private readonly used = perTier(
    (tier) => new Batch((organizationIds: readonly string[]) => this.readUsed(tier, organizationIds)),
  );

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Reserves quota for `count` simulations, or for none, in the statement that inserts them. One conditional update, so that concurrent
   * requests never exceed the limit. It inserts no row if the quota does not suffice.
   * @param takenAt creation time of the simulations; a refund uses the same time to find the month
   * @param what the request, in the message of the error: `sweep`
   */
  reservation(caller: Caller, takenAt: Date, count: number, what: string): Reservation {
    const limit = this.settings.planLimits[caller.planTier].simulations_per_month;
    const { start, end } = monthOf(takenAt);
    const monthValues = [caller.organizationId, dayOf(start)];
    return {
      insert: { name: 'quota', text: reserveStatement, values: [...monthValues, count, limit] },
      refusal: async (sql) => {
        const { rows } = await sql.query<{ simulations: number }>({
          name: 'used',
          text: usedInMonth,
          values: monthValues,
        });
        const left = Math.max(0, limit - (rows[0]?.simulations ?? 0));
        const period_end = end.toISOString();
        return new AppError('insufficient_quota', {
          ...{ simulation_limit: limit, simulations_left: left, simulations_needed: count, period_end },
        }).withMessage(
          `The quota of this month leaves ${quantityOf(left)}, and this ${what} needs ${countText(count)}. Retry after ${period_end} (\`meta.period_end\`), request less, or upgrade the plan.`,
        );
      },
    };
  }

  /** Refunds simulations to the month in which they were reserved. Runs in the transaction of the status change, which happens once. */
  async refund(tx: Transaction, organizationId: string, takenAt: Date, count = 1): Promise<void> {
    await tx.usageMonth.updateMany({
      where: { organizationId, month: monthOf(takenAt).start, simulations: { gte: count } },
      data: { simulations: { decrement: count } },
    });
  }

  async report(caller: Caller): Promise<UsageReport> {
    const month = monthOf(this.clock.now());
    const used = await this.used[caller.tier].submit(caller.organizationId);
    const limits = limitsOf(caller.planTier, this.settings);
    return {
      period_start: month.start.toISOString(),
      period_end: month.end.toISOString(),
      simulations_this_period: used?.this_month ?? 0,
      simulation_limit: limits.simulation_limit,
      simulations_lifetime: used?.lifetime ?? 0,
      agent_count_ceiling: limits.agent_count_ceiling,
      concurrent_simulations: limits.concurrent_simulations,
      rate_limit_per_minute: limits.rate_limit_per_minute,
      plan_tier: caller.planTier,
      tier: caller.tier,
      months: used?.months ?? [],
      plans: planTiers.map((plan) => limitsOf(plan, this.settings)),
    };
  }

  /** Effect of new simulations on the quota, for dry runs. */
  async costOf(caller: Caller, simulations: number) {
    const { simulation_limit, simulations_this_period } = await this.report(caller);
    const left = Math.max(0, simulation_limit - simulations_this_period);
    return { simulations, simulations_left: left, sufficient: simulations <= left };
  }

  private async readUsed(tier: Tier, organizationIds: readonly string[]): Promise<(Used | undefined)[]> {
    const { rows } = await this.databases.sql(tier).query<Used>({
      name: 'usage',
      text: usedQuery,
      values: [[...new Set(organizationIds)], dayOf(monthOf(this.clock.now()).start)],
    });
    const byOrganization = new Map(rows.map((row) => [row.organization_id, row]));
    return organizationIds.map((id) => byOrganization.get(id));
  }
}

function limitsOf(plan: PlanTier, { planLimits }: Settings): PlanRecord {
  const limits = planLimits[plan];
  return {
    plan_tier: plan,
    simulation_limit: limits.simulations_per_month,
    agent_count_ceiling: limits.agents_per_simulation,
    large_agent_count_ceiling: limits.agents_per_large_simulation,
    concurrent_simulations: limits.concurrent_simulations,
    rate_limit_per_minute: limits.requests_per_minute,
    compute_seconds_per_simulation: limits.compute_seconds_per_simulation,
    promotion_dry_runs_per_minute: limits.promotion_dry_runs_per_minute,
    processor_seconds_per_minute: limits.processor_seconds_per_minute,
  };
}

/** A calendar month in UTC: its first moment, and the first moment after it. */
function monthOf(time: Date) {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}
