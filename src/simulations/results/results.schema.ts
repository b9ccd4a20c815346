import { z } from 'zod';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { summarySchema } from '../summary.schema.js';

/** One agent of a simulation, whole. */
export const agentSchema = z
  .strictObject({
    agent_id: z
      .string()
      .meta({ description: 'The same person in every simulation of a workflow and seed.', examples: ['agent_000017'] }),
    index: z
      .int()
      .min(0)
      .meta({ examples: [17] }),
    attributes: z.record(z.string(), z.union([z.string(), z.number()])).meta({ examples: [{ age: 'from_40_to_54' }] }),
    outcome: z.string().meta({ examples: ['train'] }),
    baseline_outcome: z
      .string()
      .meta({ description: 'What it did at the defaults, with the same luck.', examples: ['car'] }),
    measures: z
      .record(z.string(), z.strictObject({ value: z.number(), baseline: z.number() }))
      .meta({ description: 'Numbers the agent ends with, where the workflow has some.', examples: [{}] }),
    probabilities: z.record(z.string(), z.number().min(0).max(1)).meta({ examples: [{ train: 0.6, car: 0.4 }] }),
    transcript: z.array(z.string()).meta({ description: 'Why, step by step.' }),
  })
  .meta({ id: 'Agent' });

/** The same with the parts that were asked for. */
export const toldAgentSchema = agentSchema.partial().meta({ id: 'ToldAgent' });

export const resultsMetaSchema = z.strictObject({
  summary: summarySchema,
  seed: z.int().min(0),
  digest: z.string(),
  workflow: z.strictObject({
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    version: z.string().meta({ examples: ['1.0.0'] }),
    definition_digest: z.string(),
  }),
  ...pageMetaSchema.shape,
});
