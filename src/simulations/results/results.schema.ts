import { z } from 'zod';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { summarySchema } from '../summary.schema.js';

/** One agent of a simulation, with all fields. */
export const agentSchema = z
  .strictObject({
    agent_id: z.string().meta({
      description: 'Id of the agent, the same in every simulation with the same workflow version and seed.',
      examples: ['agent_000017'],
    }),
    index: z
      .int()
      .min(0)
      .meta({ description: 'Index of the agent, from 0.', examples: [17] }),
    attributes: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Model inputs of the agent.', examples: [{ age: 'from_40_to_54' }] }),
    outcome: z.string().meta({ description: 'Id of the outcome in this scenario.', examples: ['train'] }),
    baseline_outcome: z
      .string()
      .meta({ description: 'Id of the outcome at the baseline, with the same random errors.', examples: ['car'] }),
    measures: z
      .record(z.string(), z.strictObject({ value: z.number(), baseline: z.number() }))
      .meta({ description: 'Numeric results of the agent. Empty if the workflow has none.', examples: [{}] }),
    probabilities: z
      .record(z.string(), z.number().min(0).max(1))
      .meta({ description: 'Probability of each outcome, 0 to 1.', examples: [{ train: 0.6, car: 0.4 }] }),
    transcript: z.array(z.string()).meta({ description: 'Reasons for the outcome, step by step.' }),
  })
  .meta({ id: 'Agent' });

/** An agent with the requested fields. */
export const partialAgentSchema = agentSchema.partial().meta({ id: 'PartialAgent' });

export const resultsMetaSchema = z.strictObject({
  summary: summarySchema.nullable().meta({ description: 'Summary of all agents; null on pages after the first.' }),
  seed: z.int().min(0).meta({ description: 'Random seed.' }),
  digest: z.string().meta({ description: 'SHA-256 of all agents and outcomes.' }),
  workflow: z.strictObject({
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    version: z.string().meta({ examples: ['1.0.0'] }),
    definition_digest: z.string(),
  }),
  ...pageMetaSchema.shape,
});
