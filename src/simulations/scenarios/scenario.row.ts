import type { SavedScenario } from '../../platform/database/generated/client.js';
import type { ColumnNames } from '../../platform/database/sql.js';
import { annotationsOf } from '../annotations.js';
import type { CreateSimulation } from '../simulation.schema.js';
import type { ScenarioRecord } from './scenario.schema.js';

/** The columns of `saved_scenarios`. The compiler requires one for each field. */
export const scenarioColumns: ColumnNames<SavedScenario> = {
  id: 'id',
  organizationId: 'organization_id',
  name: 'name',
  notes: 'notes',
  metadata: 'metadata',
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  scenarioContext: 'scenario_context',
  adjustments: 'adjustments',
  agentCount: 'agent_count',
  seed: 'seed',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
export const scenarioJsonFields = ['metadata', 'scenarioContext', 'adjustments'] as const;

/** The create that runs a saved scenario. */
export function simulationRequestOf(
  saved: Pick<SavedScenario, 'workflowId' | 'scenarioContext' | 'adjustments' | 'agentCount' | 'seed'>,
): CreateSimulation {
  return {
    workflow_id: saved.workflowId,
    scenario_context: saved.scenarioContext as CreateSimulation['scenario_context'],
    ...(saved.adjustments as object | null),
    ...(saved.agentCount !== null && { agent_count: saved.agentCount }),
    ...(saved.seed !== null && { seed: Number(saved.seed) }),
  };
}

export function toScenarioRecord(row: SavedScenario): ScenarioRecord {
  return {
    id: row.id,
    ...annotationsOf(row),
    name: row.name,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    scenario_context: row.scenarioContext as ScenarioRecord['scenario_context'],
    adjustments: row.adjustments as ScenarioRecord['adjustments'],
    agent_count: row.agentCount,
    seed: row.seed === null ? null : Number(row.seed),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
