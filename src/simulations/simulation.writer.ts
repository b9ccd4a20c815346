import { newPrefixedId } from '../common/ids.js';
import type { Scenario, ScenarioWarning } from '../engine/index.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { insert, type Sql } from '../platform/database/sql.js';
import type { StoredOrigin } from '../platform/tracing/origin.js';
import type { Workflow } from '../workflows/workflow-catalog.service.js';
import type { SimulationRecord } from './simulation.record.js';

/** What is asked for, with every default filled in. */
export interface PlannedSimulation {
  organizationId: string;
  workflow: Workflow;
  agentCount: number;
  seed: number;
  scenario: Scenario;
  parameterDraws: number;
  warnings: readonly ScenarioWarning[];
  webhookUrl: string | null;
  /** Null where the caller named the workflow. */
  routedVia: SimulationRecord['routed_via'];
  origin: StoredOrigin;
}

/** Writes a simulation that waits for a worker. */
export async function writeSimulation(sql: Sql, simulation: PlannedSimulation, now: Date): Promise<Simulation> {
  const { organizationId, workflow, agentCount, seed, scenario, parameterDraws, webhookUrl, routedVia, origin } =
    simulation;
  const warnings = simulation.warnings.map((warning) => ({
    ...warning,
    calibrated_range: [...warning.calibrated_range],
  }));
  const { workflow_id, version } = workflow.definition;
  const row: Simulation = {
    ...{ id: newPrefixedId('sim'), organizationId, status: 'queued', attempt: 0, createdAt: now },
    ...{ handedBack: 0, leaseExpiresAt: null, sweepId: null, sweepIndex: null },
    ...{ workflowId: workflow_id, workflowVersion: version, definitionDigest: workflow.digest },
    ...{
      agentCount,
      seed: BigInt(seed),
      parameterDraws,
      scenarioContext: { ...scenario },
      warnings: warnings,
      agentsDone: 0,
      webhookUrl,
      routedVia,
      origin: { ...origin },
    },
    ...{
      summary: null,
      digest: null,
      engineVersion: null,
      failureCode: null,
      failureMessage: null,
      startedAt: null,
      completedAt: null,
    },
  };
  await insert(sql, 'simulations', {
    ...{ id: row.id, organization_id: organizationId, created_at: now },
    ...{ workflow_id, workflow_version: version, definition_digest: workflow.digest, agent_count: agentCount, seed },
    ...{ scenario_context: JSON.stringify(scenario), warnings: JSON.stringify(warnings) },
    ...{ parameter_draws: parameterDraws, webhook_url: webhookUrl, origin: JSON.stringify(origin) },
    routed_via: routedVia && JSON.stringify(routedVia),
  });
  return row;
}
