import { newPrefixedId } from '../common/ids.js';
import type { Scenario, ScenarioWarning } from '../engine/definition.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { insert, toColumns, type Sql } from '../platform/database/sql.js';
import type { StoredOrigin } from '../platform/tracing/origin.js';
import type { AdjustedWorkflow } from './adjustments/adjusted-workflow.js';
import type { Annotations } from './annotations.js';
import { simulationColumns, simulationJsonFields } from './simulation.columns.js';
import type { SimulationRecord } from './simulation.record.js';

/** A requested simulation with all defaults filled in. */
export interface PlannedSimulation {
  /** Generated if omitted. */
  id?: string;
  organizationId: string;
  workflow: AdjustedWorkflow;
  agentCount: number;
  seed: number;
  scenario: Scenario;
  /** Null for the delta method. */
  parameterDraws: number | null;
  warnings: readonly ScenarioWarning[];
  webhookUrl: string | null;
  annotations: Annotations;
  /** Null if the caller named the workflow. */
  routedVia: SimulationRecord['routed_via'];
  origin: StoredOrigin;
}

export function insertSimulation(sql: Sql, row: Simulation): Promise<void> {
  return insert(sql, 'simulations', toColumns(row, simulationColumns, simulationJsonFields));
}

/** Returns the row of a queued simulation with a new id. */
export function queuedSimulation(planned: PlannedSimulation, now: Date): Simulation {
  return {
    id: planned.id ?? newPrefixedId('sim'),
    organizationId: planned.organizationId,
    status: 'queued',
    workflowId: planned.workflow.definition.workflow_id,
    workflowVersion: planned.workflow.definition.version,
    definitionDigest: planned.workflow.digest,
    agentCount: planned.agentCount,
    seed: BigInt(planned.seed),
    parameterDraws: planned.parameterDraws,
    origin: { ...planned.origin },
    scenarioContext: { ...planned.scenario },
    webhookUrl: planned.webhookUrl,
    ...planned.annotations,
    warnings: planned.warnings.map((warning) => ({ ...warning, calibrated_range: [...warning.calibrated_range] })),
    adjustments: planned.workflow.adjustments ?? null,
    routedVia: planned.routedVia,
    agentsDone: 0,
    summary: null,
    summaryDetails: null,
    digest: null,
    engineVersion: null,
    failureCode: null,
    failureMessage: null,
    createdAt: now,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    handedBack: 0,
    leaseExpiresAt: null,
    sweepId: null,
    sweepIndex: null,
    study: null,
    deletedAt: null,
  };
}
