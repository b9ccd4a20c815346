import { z } from 'zod';
import { alternativeSchema } from '../../common/errors/alternative.schema.js';
import { dryRunField, dryRunSchema } from '../../simulations/estimates/estimate.schema.js';
import { goalDryRunSchema } from '../../simulations/goals/goal-dry-run.schema.js';
import { goalRecordSchema } from '../../simulations/goals/goal.record.js';
import { simulationRecordSchema } from '../../simulations/simulation.record.js';
import { createSimulationSchema } from '../../simulations/simulation.schema.js';
import { sweepDryRunSchema, sweepRecordSchema } from '../../simulations/sweeps/sweep.record.js';
import {
  decidingSentenceSchema,
  questionInterpretationSchema,
  questionVariationsSchema,
  scorerSchema,
} from '../../simulations/question-interpretation.schema.js';

const minQuestionCharacters = 10;
const maxQuestionCharacters = 2_000;

const { agent_count, scenario_context, seed, uncertainty, webhook_url, name, notes, metadata } =
  createSimulationSchema.shape;

export const autoSimulationSchema = z.strictObject({
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
  agent_count,
  overrides: scenario_context.meta({
    description:
      'Parameter values of the matched workflow, as `scenario_context` of a create. They take precedence over values from the question.',
  }),
  accept_partial: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Runs the simulation without the words that were not read, and lists them in `meta.warnings`. Otherwise, the response is 422 `question_incomplete` if they could change the scenario.',
      examples: [false],
    }),
  seed,
  uncertainty,
  webhook_url,
  name,
  notes,
  metadata,
  dry_run: dryRunField,
});
export type AutoSimulation = z.infer<typeof autoSimulationSchema>;

const { workflow_id } = simulationRecordSchema.shape;

const share = z.number().min(0).max(1);
const part = z.number().meta({ description: 'Contribution to the score.', examples: [0.5] });

export const routedViaSchema = z.strictObject({
  routed_via: z.strictObject({
    workflow_id,
    workflow_name: z
      .string()
      .meta({ description: 'Name of the matched workflow.', examples: ['Swissmetro mode choice'] }),
    confidence: share.meta({
      description: 'Probability that the route is correct, 0 to 1. Of routes with 0.8, about four in five are correct.',
      examples: [0.93],
    }),
    scorer: scorerSchema,
    sentence: decidingSentenceSchema,
    explanation: z.strictObject({
      words: z.array(z.string()).meta({ description: 'Words of the question that support the route.' }),
      example: z.string().meta({ description: 'Most similar example question of the workflow.' }),
      against: z
        .string()
        .nullable()
        .meta({ description: 'More similar question that the workflow does not answer; null if there is none.' }),
      method: scorerSchema,
      parts: z.strictObject({ semantic: part, lexical: part, example: part, pull: part }),
    }),
  }),
  alternatives: z.array(alternativeSchema).meta({
    description: 'Other workflows that the question could mean, as requests to POST /v1/simulations.',
    examples: [[]],
  }),
  ...questionInterpretationSchema.shape,
  ...questionVariationsSchema.shape,
  warnings: z
    .array(
      z.strictObject({
        words: z.string().meta({ description: 'Words of the question.', examples: ['seats can be booked online'] }),
        message: z.string().meta({
          description: 'Reason that the words have no effect, as readable text.',
          examples: ['The words have no effect. The workflow has no parameter for them.'],
        }),
      }),
    )
    .meta({ description: 'Words of the question that the results do not reflect.', examples: [[]] }),
});
export type RoutedVia = z.infer<typeof routedViaSchema>;

/** A simulation, the parameter sweep of a range, or a goal. */
export const createdSchema = z.discriminatedUnion('object', [
  simulationRecordSchema,
  sweepRecordSchema,
  goalRecordSchema,
]);
export type Created = z.infer<typeof createdSchema>;

export const autoDryRunSchema = z.discriminatedUnion('object', [dryRunSchema, sweepDryRunSchema, goalDryRunSchema]);
export type AutoDryRun = z.infer<typeof autoDryRunSchema>;
