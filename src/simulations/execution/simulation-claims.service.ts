import { Inject, Injectable } from '@nestjs/common';
import type { QueryResult } from 'pg';
import { Batch } from '../../common/batch.js';
import { tiers, type Tier } from '../../common/identity/tier.js';
import { planTiers } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { statusesBefore } from '../simulation.state.js';

/** How long a running simulation is its worker's without a sign of life. */
export const leaseMs = 15_000;
/** How many runs may be lost before the simulation counts as what kills workers. */
export const maxAttempts = 3;

/** What a run needs to know of its simulation. */
export type ClaimedSimulation = Pick<
  Simulation,
  | ('id' | 'organizationId' | 'createdAt' | 'startedAt' | 'attempt' | 'origin')
  | ('workflowId' | 'definitionDigest' | 'scenarioContext' | 'agentCount' | 'seed' | 'parameterDraws')
>;

/** A run's hold on a simulation. The attempt fences it: writes of a run that was taken over or let go change nothing. */
export interface Run {
  tier: Tier;
  simulation: ClaimedSimulation;
}

/** Locks out other claims for the length of the statement: two that count what runs at the same moment would both find room. */
const claimsLock = 7_155_902;

const before = (next: Parameters<typeof statusesBefore>[0]) =>
  statusesBefore(next)
    .map((status) => `'${status}'`)
    .join();

/**
 * Takes up to `room` simulations. First come those whose worker was lost. The others' organizations take turns: whose fewest run comes first,
 * then who was served longest ago; of each the oldest, as many as its plan lets run at once. The recursion hops from organization to
 * organization in the index of what is queued, so that ten thousand that wait in one of them cost nothing. The clock is the database's.
 */
function claimStatement(settings: Settings, room: number): string {
  const limits = planTiers.map((plan) => `WHEN '${plan}' THEN ${settings.planLimits[plan].concurrent_simulations}`);
  return `
  SELECT pg_advisory_xact_lock(${claimsLock});
  WITH RECURSIVE waiting AS (
    (SELECT organization_id FROM simulations WHERE status = 'queued' ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT next.organization_id FROM waiting CROSS JOIN LATERAL (
      SELECT organization_id FROM simulations WHERE status = 'queued' AND organization_id > waiting.organization_id
      ORDER BY organization_id LIMIT 1) next
  ), queued AS (
    SELECT oldest.id, oldest.created_at, turn_taken_at,
           running + row_number() OVER (PARTITION BY organization_id ORDER BY oldest.created_at, oldest.id) AS place
    FROM waiting JOIN organizations ON organizations.id = organization_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM simulations
      WHERE organization_id = waiting.organization_id AND status = 'running') runs
    CROSS JOIN LATERAL (
      SELECT id, created_at FROM simulations WHERE organization_id = waiting.organization_id AND status = 'queued'
      ORDER BY created_at, id LIMIT least(${room}, greatest(0, CASE plan_tier ${limits.join(' ')} END - running))) oldest
  ), lost AS (
    SELECT id FROM simulations
    WHERE status = 'running' AND lease_expires_at <= now() AND attempt - handed_back < ${maxAttempts} LIMIT ${room}
  ), chosen AS (
    SELECT id, NULL::bigint AS place, NULL::timestamptz AS turn_taken_at, NULL::timestamptz AS created_at FROM lost
    UNION ALL SELECT id, place, turn_taken_at, created_at FROM queued
    ORDER BY place NULLS FIRST, turn_taken_at NULLS FIRST, created_at, id LIMIT ${room}
  ), free AS (
    SELECT id FROM simulations WHERE id IN (SELECT id FROM chosen) AND NOT EXISTS (SELECT FROM queue_pauses) AND status IN (${before('running')})
      AND (lease_expires_at IS NULL OR lease_expires_at <= now())
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE simulations SET status = 'running', attempt = attempt + 1, agents_done = 0, started_at = now(),
                           lease_expires_at = now() + interval '${leaseMs} ms'
    FROM free WHERE simulations.id = free.id RETURNING simulations.*
  ), served AS (
    UPDATE organizations SET turn_taken_at = now() WHERE id IN (SELECT organization_id FROM claimed))
  SELECT id, organization_id, created_at, started_at, attempt, origin, workflow_id, definition_digest, scenario_context, agent_count, seed, parameter_draws
  FROM claimed`;
}

interface ClaimedRow {
  id: string;
  organization_id: string;
  created_at: Date;
  started_at: Date;
  attempt: number;
  origin: Simulation['origin'];
  workflow_id: string;
  definition_digest: string;
  scenario_context: Simulation['scenarioContext'];
  agent_count: number;
  /** A bigint, as text. */
  seed: string;
  parameter_draws: number;
}

/** Who runs what, and whose turn it is. Postgres decides; what one worker asks for at one moment is one question. */
@Injectable()
export class SimulationClaims {
  private readonly requests = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<null, Run | undefined>(({ length }) => this.claimSome(tier, length))]),
  ) as Record<Tier, Batch<null, Run | undefined>>;

  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The simulation whose turn it is; undefined when none waits that may run now. */
  claim(tier: Tier): Promise<Run | undefined> {
    return this.requests[tier].submit(null);
  }

  /** One message and no parameters: the lock ends with the statement, also where this process ends in the middle of it. */
  private async claimSome(tier: Tier, room: number): Promise<Run[]> {
    const answers = await this.databases.sql(tier).query(claimStatement(this.settings, room));
    const { rows } = (answers as unknown as [QueryResult, QueryResult<ClaimedRow>])[1];
    return rows.map((row) => ({ tier, simulation: toClaimed(row) }));
  }
}

function toClaimed(row: ClaimedRow): ClaimedSimulation {
  return {
    ...{ id: row.id, organizationId: row.organization_id, createdAt: row.created_at },
    ...{ startedAt: row.started_at, attempt: row.attempt, origin: row.origin, workflowId: row.workflow_id },
    ...{ definitionDigest: row.definition_digest, scenarioContext: row.scenario_context },
    ...{ agentCount: row.agent_count, seed: BigInt(row.seed), parameterDraws: row.parameter_draws },
  };
}
