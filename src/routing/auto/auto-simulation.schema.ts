import { z } from 'zod';
import { dryRunField } from '../../simulations/estimates/estimate.schema.js';
import { simulationRecordSchema } from '../../simulations/simulation.record.js';
import { createSimulationSchema } from '../../simulations/simulation.schema.js';
import { questionLeversSchema } from './question-levers.schema.js';

const shortestQuestion = 10;
const longestQuestion = 2_000;

const { agent_count, scenario_context, seed, uncertainty, webhook_url } = createSimulationSchema.shape;

export const autoSimulationSchema = z.strictObject({
  question: z
    .string()
    .refine((text) => {
      const characters = [...text].length;
      return characters >= shortestQuestion && characters <= longestQuestion;
    }, `expected ${shortestQuestion} to ${longestQuestion} characters`)
    .meta({
      description: 'In the words of whoever asks.',
      minLength: shortestQuestion,
      maxLength: longestQuestion,
      examples: ['How many travellers would take the Swissmetro if its fares were 20% lower?'],
    }),
  agent_count,
  overrides: scenario_context.meta({
    description:
      'Parameters of the workflow that is found, as `scenario_context` of a create. They win over what the question says.',
    examples: [{}],
  }),
  seed,
  uncertainty,
  webhook_url,
  dry_run: dryRunField,
});
export type AutoSimulation = z.infer<typeof autoSimulationSchema>;

const { workflow_id } = simulationRecordSchema.shape;

const share = z.number().min(0).max(1);
const part = z.number().meta({ examples: [0.5] });

export const routedViaSchema = z.strictObject({
  routed_via: z.strictObject({
    workflow_id,
    workflow_name: z.string().meta({ examples: ['Swissmetro mode choice'] }),
    confidence: share.meta({ description: 'Of the routes given with 0.8, four in five are right.', examples: [0.93] }),
    explanation: z.strictObject({
      words: z.array(z.string()).meta({ description: 'Of the question: those that spoke for it.' }),
      example: z.string().meta({ description: 'The question most like yours among those the workflow answers.' }),
      against: z.string().nullable().meta({ description: 'One that it does not answer and that is more like yours.' }),
      method: z.enum(['hybrid', 'lexical']).meta({ description: 'Meaning and words compared, or words alone.' }),
      parts: z.strictObject({ semantic: part, lexical: part, example: part, pull: part }),
    }),
  }),
  ...questionLeversSchema.shape,
});
export type RoutedVia = z.infer<typeof routedViaSchema>;
