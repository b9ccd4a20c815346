import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase, QueryResult } from 'pg';
import { Batch } from '../../common/batch.js';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { freePlans, planTiers, priorities, type PlanTier, type Priority } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { columnOf } from '../../platform/database/sql.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { statusesBefore } from '../run.state.js';

/** Duration of a lease. A heartbeat renews it. */
export const leaseMs = 15_000;
/** Maximum lost runs of a simulation. After that, the simulation itself probably ends the worker process, and it fails. */
export const maxAttempts = 3;

const claimedFields = [
  'id',
  'organizationId',
  'createdAt',
  'startedAt',
  'attempt',
  'origin',
  'workflowId',
  'definitionDigest',
  'scenarioContext',
  'routedVia',
  'agentCount',
  'seed',
  'parameterDraws',
  'kind',
  'request',
  'parentId',
  'parentIndex',
] as const;

/** The fields of a simulation that its run needs. */
export type ClaimedSimulation = Pick<Simulation, (typeof claimedFields)[number]>;

/** The driver reads a bigint as text. */
type ClaimedRow = Omit<ClaimedSimulation, 'seed'> & { seed: string; planTier: PlanTier; priority: Priority };

/** A run of a simulation that this worker owns. Its attempt is a fencing token: after the ownership ended, its writes change nothing. */
export interface Run {
  tier: Tier;
  simulation: ClaimedSimulation;
  priority: Priority;
  /** Maximum processor time, from the plan of the organization. */
  computeMs: number;
}

/** Key of the advisory lock that serializes claims: two concurrent claims would both count the running simulations and exceed the limit. */
const claimsLock = 7_155_902;

const claimableStatuses = statusesBefore('running')
  .map((status) => `'${status}'`)
  .join();

/** A run that contains simulations is never claimed: they are. */
const isQueued = `status = 'queued' AND child_count IS NULL`;

/**
 * Claims up to $1 simulations, those of the first priority first. Among equal priorities, lost runs come first.
 * Organizations then take turns: the one with the fewest running simulations is next, then the one with the oldest last claim. Within an organization the oldest simulation is next, up to the plan's limit of concurrent
 * simulations. The recursion jumps from organization to organization in the index of queued simulations, so that its cost does not depend
 * on the number of queued simulations. All times are from the clock of the database.
 */
function claimStatement(settings: Settings): string {
  const concurrencyLimits = planTiers.map(
    (plan) => `WHEN '${plan}' THEN ${settings.planLimits[plan].concurrent_simulations}`,
  );
  const rank = `(CASE WHEN plan_tier NOT IN (${freePlans.map((plan) => `'${plan}'`).join()}) THEN ${rankOf('paying')}
    WHEN is_verified THEN ${rankOf('verified')} ELSE ${rankOf('unverified')} END)`;
  return `
  WITH RECURSIVE waiting AS (
    (SELECT organization_id FROM simulations WHERE ${isQueued} ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT next.organization_id FROM waiting CROSS JOIN LATERAL (
      SELECT organization_id FROM simulations WHERE ${isQueued} AND organization_id > waiting.organization_id
      ORDER BY organization_id LIMIT 1) next
  ), queued AS (
    SELECT oldest.id, oldest.created_at, turn_taken_at, ${rank} AS rank,
           running + row_number() OVER (PARTITION BY organization_id ORDER BY oldest.created_at, oldest.id) AS place
    FROM waiting JOIN organizations ON organizations.id = organization_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM simulations
      WHERE organization_id = waiting.organization_id AND status = 'running') runs
    CROSS JOIN LATERAL (
      SELECT id, created_at FROM simulations WHERE organization_id = waiting.organization_id AND ${isQueued}
      ORDER BY created_at, id LIMIT least($1, greatest(0, CASE plan_tier ${concurrencyLimits.join(' ')} END - running))) oldest
  ), lost AS (
    SELECT simulations.id, ${rank} AS rank FROM simulations JOIN organizations ON organizations.id = organization_id
    WHERE status = 'running' AND lease_expires_at <= now() AND attempt - handed_back < ${maxAttempts}
    ORDER BY rank LIMIT $1
  ), chosen AS (
    SELECT id, rank, NULL::bigint AS place, NULL::timestamptz AS turn_taken_at, NULL::timestamptz AS created_at FROM lost
    UNION ALL SELECT id, rank, place, turn_taken_at, created_at FROM queued
    ORDER BY rank, place NULLS FIRST, turn_taken_at NULLS FIRST, created_at, id LIMIT $1
  ), free AS (
    SELECT id FROM simulations WHERE id IN (SELECT id FROM chosen) AND NOT EXISTS (SELECT FROM queue_pauses) AND status IN (${claimableStatuses}) AND child_count IS NULL
      AND (lease_expires_at IS NULL OR lease_expires_at <= now())
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE simulations SET status = 'running', attempt = attempt + 1, agents_done = 0, started_at = now(),
                           lease_expires_at = now() + interval '${leaseMs} ms'
    FROM free WHERE simulations.id = free.id RETURNING simulations.*
  ), served AS (
    UPDATE organizations SET turn_taken_at = now() WHERE id IN (SELECT organization_id FROM claimed))
  SELECT ${claimedFields.map((field) => `claimed.${columnOf(field)} AS "${field}"`).join(', ')}, plan_tier AS "planTier",
    (ARRAY[${priorities.map((priority) => `'${priority}'`).join()}])[1 + ${rank}] AS priority
  FROM claimed JOIN organizations ON organizations.id = claimed.organization_id`;
}

const rankOf = (priority: Priority) => priorities.indexOf(priority);

/** The statement that is prepared in each connection. */
const preparedIn = new WeakMap<ClientBase, string>();

/** Claims simulations for workers. Postgres decides which one is next. Concurrent claims of one worker share one statement. */
@Injectable()
export class SimulationClaims {
  private readonly requests = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<null, Run | undefined>(({ length }) => this.claimBatch(tier, length))]),
  ) as Record<Tier, Batch<null, Run | undefined>>;

  private readonly statement: string;

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.statement = claimStatement(settings);
  }

  /** Claims the next simulation. Returns undefined if no queued simulation may run now. */
  claim(tier: Tier): Promise<Run | undefined> {
    return this.requests[tier].submit(null);
  }

  private async claimBatch(tier: Tier, limit: number): Promise<Run[]> {
    const client = await this.databases.sql(tier).connect();
    let rows: ClaimedRow[];
    try {
      rows = await this.claimRows(client, limit);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return rows.map(({ seed, planTier, priority, ...row }) => ({
      tier,
      simulation: { ...row, seed: BigInt(seed) },
      priority,
      computeMs: 1_000 * this.settings.planLimits[planTier].compute_seconds_per_simulation,
    }));
  }

  /**
   * One simple query without parameters: both statements are one transaction, so that the lock ends even if this process crashes. To plan
   * the statement takes eight times as long as to run it, so that each connection plans it once.
   */
  private async claimRows(client: ClientBase, limit: number): Promise<ClaimedRow[]> {
    const prepared = preparedIn.get(client);
    if (prepared !== this.statement) {
      if (prepared !== undefined) await client.query('DEALLOCATE claim_simulations');
      await client.query(`PREPARE claim_simulations(bigint) AS ${this.statement}`);
      preparedIn.set(client, this.statement);
    }
    const results = await client.query(
      `SELECT pg_advisory_xact_lock(${claimsLock}); EXECUTE claim_simulations(${limit})`,
    );
    return (results as unknown as [QueryResult, QueryResult<ClaimedRow>])[1].rows;
  }
}

/** Maximum wake-up signals that are sent together. A woken worker runs simulations until none is queued, so more signals would find no work. */
export const maxWakeUpSignals = 16;
