import type { PlannedRun } from '../run.row.js';

/** The fields of a resolved request that every dry run has. */
export function plannedFields({ workflow, agentCount, seed, scenario, webhookUrl, warnings }: PlannedRun) {
  return {
    workflow_id: workflow.definition.workflow_id,
    workflow_version: workflow.definition.version,
    agent_count: agentCount,
    seed,
    scenario_context: { ...scenario },
    adjustments: workflow.adjustments ?? null,
    webhook_url: webhookUrl,
    warnings: warnings.map(({ calibrated_range: [low, high], ...warning }) => ({
      ...warning,
      calibrated_range: [low, high] as [number, number],
    })),
  };
}
