import { z } from 'zod';
import { definitionSchema, type Scenario, type WorkflowDefinition } from '../../engine/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { uncertaintyOf, uncertaintyRecordSchema } from '../uncertainty.js';

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] });

/** Everything that determines the results, and their digest. */
export const manifestSchema = z
  .strictObject({
    workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({ description: 'Version of the workflow definition.', examples: ['1.0.0'] }),
    definition: definitionSchema,
    definition_digest: digest.meta({ description: 'SHA-256 of the canonical JSON (RFC 8785) of `definition`.' }),
    engine_version: z
      .string()
      .nullable()
      .meta({
        description:
          'Version of the engine that ran the simulation; null for simulations before versions were recorded.',
        examples: ['1.2.0'],
      }),
    scenario: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .meta({ description: 'Value of every parameter.', examples: [{ train_cost_factor: 0.8 }] }),
    seed: z.int().min(0).meta({ description: 'Random seed.' }),
    agent_count: z
      .int()
      .min(1)
      .meta({ description: 'Number of agents.', examples: [1_000] }),
    parameter_draws: z.int().min(0).nullable().meta({
      description: 'Number of coefficient draws; null with the method `delta`. It affects intervals only, not agents.',
    }),
    uncertainty: uncertaintyRecordSchema.optional().meta({
      description: 'Method of the intervals. Manifests before engine 2.0.0 have `parameter_draws` only.',
    }),
    digest: digest.meta({ description: 'SHA-256 of all agents and events. Equal digests mean equal results.' }),
  })
  .meta({ id: 'SimulationManifest' });
export type ManifestRecord = z.infer<typeof manifestSchema>;

export function toManifest(completed: Simulation, definition: WorkflowDefinition): ManifestRecord {
  const { id, digest } = completed;
  if (digest === null) throw new Error(`the completed simulation ${id} has no digest`);
  return {
    workflow_id: completed.workflowId,
    workflow_version: completed.workflowVersion,
    definition,
    definition_digest: completed.definitionDigest,
    engine_version: completed.engineVersion,
    scenario: completed.scenarioContext as Scenario,
    seed: Number(completed.seed),
    agent_count: completed.agentCount,
    parameter_draws: completed.parameterDraws,
    uncertainty: uncertaintyOf(completed.parameterDraws),
    digest,
  };
}
