import { z } from 'zod';
import {
  decidingSentenceSchema,
  questionInterpretationSchema,
  scorerSchema,
} from './question-interpretation.schema.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { webhookUrlSchema } from '../platform/outbound/webhook-url.js';
import { adjustmentsRecordSchema, type AdjustmentsRecord } from '../saved/adjustments/adjustment.schema.js';
import { annotationsOf } from './annotations.js';
import { annotationShape } from '../common/annotations.schema.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import { failureCodes, failureDescription, type FailureCode } from './failure-codes.js';
import { objectType } from '../common/http/documented.decorators.js';
import { simulationStatuses } from './run.state.js';
import { readFigures, readSummaryOrNull, summaryAsStored } from './stored-summary.js';
import { summarySchema } from './summary.schema.js';
import { uncertaintyOf, uncertaintyRecordSchema } from './uncertainty.js';
import { count, intervalPair, named, objects, positiveCount, settings, textOrNull } from './schema-parts.js';

/** Null in the example, which shows the response to a create. */
const time = z.iso
  .datetime()
  .nullable()
  .meta({ examples: [null] });

export const simulationIdSchema = z
  .string()
  .regex(/^sim_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the simulation.', examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const scenarioSchema = settings.meta({
  description: 'Value of every parameter, including defaults.',
  examples: [{ train_cost_factor: 0.8 }],
});

const warningsSchema = objects({
  parameter: z.string().meta({ description: 'Name of the parameter.', examples: ['train_cost_factor'] }),
  value: z.number().meta({ description: 'Requested value.', examples: [5] }),
  calibrated_range: intervalPair.meta({ description: 'Lowest and highest value in the data.', examples: [[0.5, 2]] }),
});

export const simulationRecordSchema = named('Simulation', {
  object: objectType('simulation'),
  id: simulationIdSchema,
  status: z
    .enum(simulationStatuses)
    .meta({ description: '`queued`, `running`, or a final status: `completed`, `failed`, `canceled`.' }),
  workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  workflow_version: z.string().meta({ description: 'Version of the workflow definition.', examples: ['1.0.0'] }),
  agent_count: positiveCount.meta({ description: 'Number of agents.', examples: [1_000] }),
  seed: count.meta({
    description:
      'Random seed. The agents and outcomes are identical if workflow version, scenario, agent count and engine version are also the same.',
  }),
  uncertainty: uncertaintyRecordSchema,
  scenario_context: scenarioSchema,
  webhook_url: webhookUrlSchema
    .nullable()
    .meta({ description: 'URL for the final event; null if the webhook endpoints receive it.', examples: [null] }),
  ...annotationShape,
  progress: z.strictObject({
    agents_done: count.meta({ description: 'Agents simulated so far.' }),
    agents_total: count.meta({ description: 'Agents in total.', examples: [1_000] }),
  }),
  sweep_id: textOrNull.meta({ description: 'Id of the parameter sweep; null outside sweeps.', examples: [null] }),
  created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
  created_by: createdBySchema,
  started_at: time.meta({ description: 'Start of the first run; null while queued.' }),
  completed_at: time.meta({ description: 'Time of the final status; null before that.' }),
  failure: named('Failure', {
    code: z.enum(failureCodes).meta({ description: failureDescription }),
    message: z.string().meta({ description: 'Cause, as readable text.' }),
  })
    .nullable()
    .meta({ description: 'Cause of a failure; null unless the status is `failed`.', examples: [null] }),
  routed_via: z
    .strictObject({
      workflow_id: z.string().meta({ description: 'Slug of the matched workflow.' }),
      workflow_name: z.string().meta({ description: 'Name of the matched workflow.' }),
      confidence: z.number().min(0).max(1).meta({ description: 'Probability that the route is correct, 0 to 1.' }),
      question: z.string().meta({ description: 'Question of the request.' }),
      scorer: scorerSchema.optional(),
      sentence: decidingSentenceSchema.optional(),
      ...questionInterpretationSchema.partial().shape,
    })
    .nullable()
    .meta({
      description:
        'Route from the question to the workflow, and what was read from the question; null if the request named the workflow. A simulation that `follows` another one has its question. Simulations before engine version 2 have no `scorer` and no readings.',
      examples: [null],
    }),
  warnings: warningsSchema.meta({
    description: 'Parameter values outside the calibrated range. Results for them are extrapolations.',
    examples: [[]],
  }),
  adjustments: adjustmentsRecordSchema,
  summary: summarySchema
    .nullable()
    .meta({ description: 'Aggregate results; null unless the status is `completed`.', examples: [null] }),
  digest: textOrNull.meta({
    description:
      'SHA-256 of all agents and outcomes; null unless the status is `completed`. Equal digests mean equal results.',
    examples: [null],
  }),
});
export type SimulationRecord = z.infer<typeof simulationRecordSchema>;
/** The question of a simulation, and what was read from it. */
export type QuestionRecord = NonNullable<SimulationRecord['routed_via']>;

export const commonRecord = (row: Simulation) => ({
  id: row.id,
  status: row.status,
  workflow_id: row.workflowId,
  workflow_version: row.workflowVersion,
  agent_count: row.agentCount,
  seed: Number(row.seed),
  scenario_context: row.scenarioContext as SimulationRecord['scenario_context'],
  webhook_url: row.webhookUrl,
  ...annotationsOf(row),
  adjustments: row.adjustments as AdjustmentsRecord,
  created_at: row.createdAt.toISOString(),
  created_by: toCreatedBy(row),
  completed_at: row.completedAt?.toISOString() ?? null,
});

/** The fields of the records of all kinds except sweeps. */
export const computedRecord = (row: Simulation) => ({
  ...commonRecord(row),
  started_at: row.startedAt?.toISOString() ?? null,
  failure: failureOf(row),
  warnings: row.warnings as SimulationRecord['warnings'],
  digest: row.digest,
});

export const failureOf = ({ failureCode, failureMessage }: Pick<Simulation, 'failureCode' | 'failureMessage'>) =>
  failureCode === null ? null : { code: failureCode as FailureCode, message: failureMessage ?? '' };

/** Converts a row to the record in API responses. It can have the text of `summary` in its place. */
export function toRecord(row: Simulation & { summaryText?: string | null }): SimulationRecord {
  return {
    object: 'simulation',
    ...computedRecord(row),
    uncertainty: uncertaintyOf(row.parameterDraws),
    progress: { agents_done: row.agentsDone, agents_total: row.agentCount },
    sweep_id: row.parentId,
    routed_via: row.routedVia as SimulationRecord['routed_via'],
    summary: typeof row.summaryText === 'string' ? summaryAsStored(row, row.summaryText) : readSummaryOrNull(row),
  };
}

/** The record in lists, with the figures of all agents. Details were nine tenths of a page that shows none of them. */
export function toListedRecord({ summary: stored, ...row }: Simulation): SimulationRecord {
  const summary = stored === null ? null : { ...readFigures(stored), curves: [], segments: [], flows: [] };
  return { ...toRecord({ ...row, summary: null, summaryDetails: null }), summary };
}
