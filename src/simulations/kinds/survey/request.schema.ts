import { z } from 'zod';
import { annotationFields } from '../../../common/annotations.schema.js';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema } from '../../simulation.schema.js';

const { workflow_id, seed, webhook_url, dry_run } = createSimulationSchema.shape;

/** People if the request names no number: each one is a paid request. */
export const defaultSurveyAgents = 100;
export const maxSurveyAnswers = 1_000;

const label = z.string().trim().min(1).max(200);

export const questionField = z
  .string()
  .trim()
  .min(10)
  .max(2_000)
  .meta({
    description: 'Question that each agent answers, 10 to 2,000 characters.',
    examples: ['Would you support a tax on sugary drinks?'],
  });

export const replicatesField = z
  .int()
  .min(1)
  .max(10)
  .meta({
    description: 'Answers of each agent, 1 to 10. They are averaged. Default: 1.',
    examples: [1],
  });

export const surveyAgentCount = z
  .int()
  .min(1)
  .max(maxSurveyAnswers)
  .optional()
  .meta({
    description: `Number of agents, 1 to ${maxSurveyAnswers.toLocaleString('en-US')}. Each answer is a paid request to the language model. Default: ${defaultSurveyAgents}.`,
    examples: [100],
  });

export const createSurveySchema = z
  .strictObject({
    workflow_id: workflow_id.meta({
      description: 'Slug of a published workflow. Only its population is used, not its model.',
      examples: ['swissmetro-mode-choice'],
    }),
    question: questionField,
    options: z
      .array(label)
      .min(2)
      .max(10)
      .meta({
        description: 'Possible answers, two to ten different labels of at most 200 characters.',
        examples: [['Yes', 'No']],
      }),
    agent_count: surveyAgentCount,
    replicates: replicatesField.optional(),
    seed: seed.meta({
      description:
        'Random seed, which determines the agents. The answers of a language model are not reproducible. If omitted, the service generates a seed and returns it.',
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
        question: 'Would you support a tax on sugary drinks?',
        options: ['Yes', 'No'],
        agent_count: 50,
      },
    ],
  });
export type CreateSurvey = z.infer<typeof createSurveySchema>;

export const surveyOption = z.strictObject({
  id: z.string().meta({ description: 'Id of the option.', examples: ['option_1'] }),
  label: z.string().meta({ description: 'Label of the option.', examples: ['Yes'] }),
});

/** Fields of the plan: the request with all defaults. */
export const plannedSurvey = {
  question: questionField,
  options: z.array(surveyOption).meta({ description: 'Possible answers with their ids.' }),
  replicates: replicatesField,
};
export type SurveyPlan = z.infer<z.ZodObject<typeof plannedSurvey>>;
