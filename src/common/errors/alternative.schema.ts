import { z } from 'zod';

/** The body of a request to POST /v1/simulations. */
export const readyRequestSchema = z.strictObject({
  workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  scenario_context: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .meta({ description: 'Parameter values.', examples: [{ swissmetro_cost_factor: 0.8 }] }),
  agent_count: z
    .int()
    .min(1)
    .optional()
    .meta({ description: '`agent_count` of the request.', examples: [1_000] }),
  seed: z
    .int()
    .min(0)
    .optional()
    .meta({ description: '`seed` of the request.', examples: [7] }),
});
export type ReadyRequest = z.infer<typeof readyRequestSchema>;

/** A workflow that a question could mean. */
export const alternativeSchema = z.strictObject({
  workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  name: z.string().meta({ description: 'Name of the workflow.', examples: ['Swissmetro mode choice'] }),
  why: z.string().meta({
    description: 'What the workflow answers, and the words that the question shares with its examples.',
    examples: ['How travelers choose between train, car and Swissmetro. Shared words: “fares”.'],
  }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Probability that this route is correct, 0 to 1.', examples: [0.31] }),
  request: readyRequestSchema.meta({
    description:
      'Request to POST /v1/simulations, with the parameter values that this workflow reads from the question.',
  }),
});
export type Alternative = z.infer<typeof alternativeSchema>;
