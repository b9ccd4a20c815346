import { z } from 'zod';
import { definitionSchema } from '../../engine/index.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');

/** Everything that decides a result, and the digest of the result. */
export const manifestSchema = z
  .strictObject({
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({ examples: ['1.0.0'] }),
    definition: definitionSchema,
    definition_digest: digest.meta({ description: 'Of the canonical JSON (RFC 8785) of `definition`.' }),
    engine_version: z
      .string()
      .nullable()
      .meta({ description: 'Of the engine that ran it; null where that was not noted yet.', examples: ['1.2.0'] }),
    scenario: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .meta({ description: 'All parameters.', examples: [{ train_cost_factor: 0.8 }] }),
    seed: z.int().min(0),
    agent_count: z
      .int()
      .min(1)
      .meta({ examples: [1_000] }),
    parameter_draws: z.int().min(0).meta({ description: 'Changes intervals, never an agent.' }),
    digest: digest.meta({ description: 'Of all agents and events: equal digests are equal results.' }),
  })
  .meta({ id: 'SimulationManifest' });
export type ManifestRecord = z.infer<typeof manifestSchema>;
