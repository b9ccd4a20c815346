import { strictObject, z } from 'zod';
import { number, share } from '../../common/schemas.js';
import { alternativeSchema } from '../../common/errors/alternative.schema.js';
import { dryRunField } from '../../simulations/dry-run/estimate.schema.js';
import {
  decidingSentenceSchema,
  questionInterpretationSchema,
  scorerSchema,
} from '../../simulations/question-interpretation.schema.js';
import { simulationRecordSchema } from '../../simulations/simulation.record.js';
import { createSimulationSchema } from '../../simulations/simulation.schema.js';

const minQuestionCharacters = 10;
const maxQuestionCharacters = 2_000;

const { workflow_id, agent_count, scenario_context, seed, uncertainty, webhook_url, name, notes, metadata } =
  createSimulationSchema.shape;

export const autoSimulationSchema = strictObject({
  question: z
    .string()
    .refine((text) => {
      const characters = [...text].length;
      return characters >= minQuestionCharacters && characters <= maxQuestionCharacters;
    }, `expected ${minQuestionCharacters} to ${maxQuestionCharacters} characters`)
    .meta({
      description: 'Question in natural language, 10 to 2,000 characters.',
      minLength: minQuestionCharacters,
      maxLength: maxQuestionCharacters,
      examples: ['How many travellers would take the Swissmetro if its fares were 20% lower?'],
    }),
  workflow_id: workflow_id.optional().meta({
    description:
      'Slug of the workflow that answers the question. Default: the workflow that best matches the question.',
  }),
  agent_count,
  overrides: scenario_context.meta({
    description:
      'Parameter values of the matched workflow, as `scenario_context` of a create. They take precedence over values from the question.',
  }),
  if_unread: z
    .enum(['run', 'ask'])
    .default('run')
    .meta({
      description:
        'What happens if words of the question that may name a change were not used. `run`: the simulation runs, and `meta.not_read` and `meta.warnings` list them. `ask`: nothing is queued, and the response is 422 `question_incomplete` with the requests that the question may mean.',
      examples: ['run'],
    }),
  seed: seed.meta({
    description:
      'Random seed, 0 to 2^53-1. Default: one seed for each version of a workflow, so that the answers to different questions are comparable.',
  }),
  uncertainty,
  webhook_url,
  name,
  notes,
  metadata,
  dry_run: dryRunField,
});
export type AutoSimulation = z.infer<typeof autoSimulationSchema>;

const part = number.meta({ description: 'Contribution to the score.', examples: [0.5] });

export const routedViaSchema = strictObject({
  routed_via: strictObject({
    workflow_id: simulationRecordSchema.shape.workflow_id,
    workflow_name: z
      .string()
      .meta({ description: 'Name of the matched workflow.', examples: ['Swissmetro mode choice'] }),
    confidence: share.meta({
      description:
        'Probability that the route is correct, 0 to 1. Of routes with 0.8, about four in five are correct. 1 if the request names the workflow.',
      examples: [0.93],
    }),
    alternatives: z.array(alternativeSchema).meta({
      description:
        'Other workflows that the question could mean, most probable first, with requests to POST /v1/simulations.',
      examples: [[]],
    }),
    scorer: scorerSchema,
    sentence: decidingSentenceSchema,
    explanation: strictObject({
      words: z.array(z.string()).meta({ description: 'Words of the question that support the route.' }),
      example: z.string().meta({ description: 'Most similar example question of the workflow.' }),
      against: z
        .string()
        .nullable()
        .meta({ description: 'More similar question that the workflow does not answer; null if there is none.' }),
      method: scorerSchema,
      parts: strictObject({ semantic: part, lexical: part, example: part, pull: part }),
    })
      .nullable()
      .meta({ description: 'Reasons of the route; null if the request names the workflow.' }),
  }),
  ...questionInterpretationSchema.shape,
  warnings: z.array(z.string()).meta({
    description:
      'What unused words, assumed values and values outside the data mean for the answer, one sentence each. A change that the model cannot express is first.',
    examples: [[]],
  }),
});
export type RoutedVia = z.infer<typeof routedViaSchema>;
