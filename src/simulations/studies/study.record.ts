import { z } from 'zod';
import type { Scenario } from '../../engine/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { manifestSchema, type ManifestRecord } from '../analysis/manifest.record.js';
import { annotationsOf } from '../annotations.js';
import { dryRunSchema } from '../estimates/estimate.schema.js';
import type { FailureCode } from '../failure-codes.js';
import { simulationRecordSchema, type SimulationRecord } from '../simulation.record.js';
import type { StoredStudy } from './study.js';

const { workflow_id, workflow_version, agent_count, seed, scenario_context, webhook_url, warnings, ...others } =
  simulationRecordSchema.shape;
const { status, name, notes, metadata, adjustments, created_at, started_at, completed_at, failure } = others;

/** Fields of the request of every study, also in its dry run. */
export const studyRequestShape = {
  workflow_id,
  workflow_version,
  agent_count,
  seed,
  scenario_context,
  webhook_url,
  warnings: warnings.meta({
    description: 'Values of the scenario and bounds of the varied parameters outside the calibrated range.',
    examples: [[]],
  }),
};

/** Fields of the dry run of every study. */
export const studyDryRunShape = {
  dry_run: z.literal(true),
  evaluations_max: z
    .int()
    .min(1)
    .meta({ description: 'Maximum evaluations of all agents.', examples: [80] }),
  cost: dryRunSchema.shape.cost,
};

/** Fields of the state of every study. */
export const studyStateShape = {
  status,
  name,
  notes,
  metadata,
  adjustments,
  progress: z.strictObject({
    evaluations_done: z.int().min(0).meta({ description: 'Evaluations of all agents so far.' }),
    evaluations_max: z
      .int()
      .min(1)
      .meta({ description: 'Maximum evaluations. Fewer are usually enough.', examples: [80] }),
  }),
  quota: z
    .int()
    .min(1)
    .meta({
      description:
        'Simulations counted against the monthly quota: `agent_count` × maximum evaluations ÷ 10,000, rounded up.',
      examples: [8],
    }),
  created_at,
  started_at,
  completed_at,
  failure,
  digest: z
    .string()
    .nullable()
    .meta({
      description: 'SHA-256 of the canonical JSON (RFC 8785) of `result`; null unless the status is `completed`.',
      examples: [null],
    }),
};

/** Converts the columns of a row that every kind of study has. */
export function toStudyFields(row: Simulation, { cost, max_evaluations }: StoredStudy) {
  const result = row.summary as { evaluations: number } | null;
  return {
    id: row.id,
    status: row.status,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    agent_count: row.agentCount,
    seed: Number(row.seed),
    scenario_context: row.scenarioContext as SimulationRecord['scenario_context'],
    webhook_url: row.webhookUrl,
    warnings: row.warnings as SimulationRecord['warnings'],
    ...annotationsOf(row),
    adjustments: row.adjustments as SimulationRecord['adjustments'],
    progress: {
      evaluations_done: row.status === 'completed' && result ? result.evaluations : row.agentsDone,
      evaluations_max: max_evaluations,
    },
    quota: cost,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    failure:
      row.failureCode === null ? null : { code: row.failureCode as FailureCode, message: row.failureMessage ?? '' },
    digest: row.digest,
  };
}

const { definition, definition_digest, engine_version, scenario, digest } = manifestSchema.shape;

/** Fields of the manifest of every study. */
export const studyManifestShape = {
  workflow_id: manifestSchema.shape.workflow_id,
  workflow_version: manifestSchema.shape.workflow_version,
  definition,
  definition_digest,
  engine_version,
  scenario,
  seed: manifestSchema.shape.seed,
  agent_count: manifestSchema.shape.agent_count,
  digest: digest.meta({
    description: 'SHA-256 of the canonical JSON (RFC 8785) of the result. Equal digests mean equal results.',
  }),
};

/** Returns the fields of the manifest that every completed study has. */
export function toStudyManifest({
  row,
  workflow,
}: {
  row: Simulation;
  workflow: Workflow;
}): Omit<ManifestRecord, 'parameter_draws' | 'uncertainty'> {
  if (row.digest === null) throw new Error(`the completed study ${row.id} has no digest`);
  return {
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    definition: workflow.definition,
    definition_digest: row.definitionDigest,
    engine_version: row.engineVersion,
    scenario: row.scenarioContext as Scenario,
    seed: Number(row.seed),
    agent_count: row.agentCount,
    digest: row.digest,
  };
}
