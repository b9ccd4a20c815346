import { z } from 'zod';
import { annotationFields } from '../../../common/annotations.schema.js';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema } from '../../simulation.schema.js';
import { questionField, replicatesField, surveyAgentCount } from '../survey/request.schema.js';

const { workflow_id, scenario_context, seed, webhook_url, dry_run } = createSimulationSchema.shape;

const optionShape = {
  label: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'Answer that the language model can choose.', examples: ['By train'] }),
  outcome: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Outcome of the workflow with the same meaning.', examples: ['train'] }),
};

export const createBiasReportSchema = z
  .strictObject({
    workflow_id,
    question: questionField.meta({
      description: 'Question that asks for the decision of the workflow, 10 to 2,000 characters.',
      examples: ['How would you make this trip?'],
    }),
    options: z
      .array(z.strictObject(optionShape))
      .min(2)
      .max(10)
      .meta({
        description: 'One option for each outcome of the workflow, which has two to ten outcomes.',
        examples: [
          [
            { label: 'By train', outcome: 'train' },
            { label: 'By Swissmetro, a fast train', outcome: 'swissmetro' },
            { label: 'By car', outcome: 'car' },
          ],
        ],
      }),
    agent_count: surveyAgentCount,
    replicates: replicatesField.optional(),
    scenario_context,
    compared_scenario_context: scenario_context.meta({
      description:
        'Parameter values of a second scenario. With it, the same agents also answer under this scenario, and the effects are compared. Doubles the requests.',
      examples: [{ train_cost_factor: 1.2 }],
    }),
    seed: seed.meta({
      description: 'Random seed, which determines the agents. If omitted, the service generates a seed and returns it.',
    }),
    population_id: adjustmentFields.population_id,
    where: adjustmentFields.where,
    webhook_url,
    ...annotationFields,
    dry_run,
  })
  .meta({
    examples: [
      {
        workflow_id: 'swissmetro-mode-choice',
        question: 'How would you make this trip?',
        options: [
          { label: 'By train', outcome: 'train' },
          { label: 'By Swissmetro, a fast train', outcome: 'swissmetro' },
          { label: 'By car', outcome: 'car' },
        ],
        agent_count: 50,
      },
    ],
  });
export type CreateBiasReport = z.infer<typeof createBiasReportSchema>;

export const plannedBiasReport = {
  question: questionField,
  options: z
    .array(
      z.strictObject({
        id: z.string().meta({ description: 'Id of the option.', examples: ['option_1'] }),
        ...optionShape,
      }),
    )
    .meta({ description: 'Options with their ids and outcomes.' }),
  replicates: replicatesField,
  compared_scenario: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .nullable()
    .meta({ description: 'Value of every parameter in the second scenario; null without one.', examples: [null] }),
};
export type BiasReportPlan = z.infer<z.ZodObject<typeof plannedBiasReport>>;
