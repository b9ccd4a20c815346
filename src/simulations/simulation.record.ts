import type { Simulation } from '../platform/database/generated/client.js';

/** The simulation as the API shows it. */
export function toRecord(row: Simulation) {
  return {
    id: row.id,
    status: row.status,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    agent_count: row.agentCount,
    seed: Number(row.seed),
    scenario_context: row.scenarioContext,
    progress: { agents_done: row.agentsDone, agents_total: row.agentCount },
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage },
    warnings: row.warnings,
    summary: row.summary,
    digest: row.digest,
  };
}

export type SimulationRecord = ReturnType<typeof toRecord>;
