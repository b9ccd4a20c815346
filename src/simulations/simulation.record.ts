import { z } from 'zod';
import type { Simulation } from '../platform/database/generated/client.js';
import { webhookUrlSchema } from '../platform/outbound/webhook-url.js';
import { simulationStatuses } from './simulation.state.js';
import { summarySchema } from './summary.schema.js';

/** In an example nothing has happened yet: the record is the answer to a create. */
const time = z.iso
  .datetime()
  .nullable()
  .meta({ examples: [null] });
const count = z.int().min(0);

export const simulationIdSchema = z
  .string()
  .regex(/^sim_[0-9a-f]{32}$/)
  .meta({ description: 'The `id` of a simulation.', examples: ['sim_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const scenarioSchema = z
  .record(z.string(), z.union([z.number(), z.string()]))
  .meta({ description: 'With the defaults filled in.', examples: [{ train_cost_factor: 0.8 }] });

const warningsSchema = z.array(
  z.strictObject({
    parameter: z.string().meta({ examples: ['train_cost_factor'] }),
    value: z.number().meta({ examples: [5] }),
    calibrated_range: z.tuple([z.number(), z.number()]).meta({ examples: [[0.5, 2]] }),
  }),
);

export const simulationRecordSchema = z
  .strictObject({
    id: simulationIdSchema,
    status: z.enum(simulationStatuses),
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({ examples: ['1.0.0'] }),
    agent_count: z
      .int()
      .min(1)
      .meta({ examples: [1_000] }),
    seed: z.int().min(0).meta({ description: 'The same seed gives the same agents and the same results.' }),
    uncertainty: z.strictObject({ parameter_draws: z.int().min(0) }),
    scenario_context: scenarioSchema,
    webhook_url: webhookUrlSchema.nullable().meta({ examples: [null] }),
    progress: z.strictObject({ agents_done: count, agents_total: count.meta({ examples: [1_000] }) }),
    sweep_id: z
      .string()
      .nullable()
      .meta({ description: 'The sweep of which it is a point.', examples: [null] }),
    created_at: z.iso.datetime(),
    started_at: time,
    completed_at: time,
    failure: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    routed_via: z
      .strictObject({
        workflow_id: z.string(),
        workflow_name: z.string(),
        confidence: z.number().min(0).max(1),
        question: z.string(),
      })
      .nullable()
      .meta({ description: 'The question that found the workflow; null where it was named.', examples: [null] }),
    warnings: warningsSchema.meta({ description: 'Values where the model has not seen data.', examples: [[]] }),
    summary: summarySchema.nullable().meta({ description: 'Once completed.', examples: [null] }),
    digest: z
      .string()
      .nullable()
      .meta({
        description: 'Of all agents and outcomes, once completed: equal digests are equal results.',
        examples: [null],
      }),
  })
  .meta({ id: 'Simulation' });
export type SimulationRecord = z.infer<typeof simulationRecordSchema>;

/** The simulation as the API shows it. */
export function toRecord(row: Simulation): SimulationRecord {
  return {
    id: row.id,
    status: row.status,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    agent_count: row.agentCount,
    seed: Number(row.seed),
    uncertainty: { parameter_draws: row.parameterDraws },
    scenario_context: row.scenarioContext as SimulationRecord['scenario_context'],
    webhook_url: row.webhookUrl,
    progress: { agents_done: row.agentsDone, agents_total: row.agentCount },
    sweep_id: row.sweepId,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? '' },
    routed_via: row.routedVia as SimulationRecord['routed_via'],
    warnings: row.warnings as SimulationRecord['warnings'],
    summary: row.summary as unknown as SimulationRecord['summary'],
    digest: row.digest,
  };
}
