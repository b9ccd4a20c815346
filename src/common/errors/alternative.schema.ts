import { strictObject, z } from 'zod';
import { count, number, positive, share, text } from '../schemas.js';

/** The body of a request to POST /v1/simulations. */
export const readyRequestSchema = strictObject({
  workflow_id: text.meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  scenario_context: z
    .record(text, z.union([number, text]))
    .meta({ description: 'Parameter values.', examples: [{ swissmetro_cost_factor: 0.8 }] }),
  agent_count: positive.optional().meta({ description: '`agent_count` of the request.', examples: [1_000] }),
  seed: count.optional().meta({ description: '`seed` of the request.', examples: [7] }),
});
export type ReadyRequest = z.infer<typeof readyRequestSchema>;

export const alternativeSchema = strictObject({
  workflow_id: text.meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  name: text.meta({ description: 'Name of the workflow.', examples: ['Swissmetro mode choice'] }),
  why: text.meta({
    description: 'What the workflow answers, and the words that the question shares with its examples.',
    examples: ['How travelers choose between train, car and Swissmetro. Shared words: “fares”.'],
  }),
  confidence: share.meta({ description: 'Probability that this route is correct, 0 to 1.', examples: [0.31] }),
  request: readyRequestSchema.meta({
    description:
      'Request to POST /v1/simulations, with the parameter values that this workflow reads from the question.',
  }),
});
export type Alternative = z.infer<typeof alternativeSchema>;
