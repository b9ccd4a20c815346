import { z } from 'zod';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema, runFields } from '../../simulation.schema.js';
import { noAnswerReasons } from '../../../language-model/language-model-error.js';
import { errorPartSchema } from '../../../../model/simulate.js';
import { count, intervalPair, named, objects } from '../../schema-parts.js';

const { workflow_id, seed } = createSimulationSchema.shape;

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
    ...runFields,
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

export const calibratedField = z.literal(false).meta({
  description:
    'Always false: no data of real people support the answers, and no interval contains the error of the language model.',
  examples: [false],
});

export const missingPartsField = z.array(errorPartSchema).meta({
  description:
    'Parts of the error that no interval of the result contains: everything except the sampling of the agents.',
  examples: [['estimation', 'population', 'model']],
});

export const usageSchema = z
  .strictObject({
    requests: count.meta({ description: 'Requests sent by the last run, with retries.', examples: [52] }),
    cached_answers: count.meta({
      description: 'Answers that an earlier run paid for. Their tokens are in the sums.',
      examples: [0],
    }),
    unreported: count.meta({
      description: 'Responses without reported tokens, which are missing in the sums.',
      examples: [0],
    }),
    prompt_tokens: count.meta({
      description: 'Sum of the prompt tokens that the server reported.',
      examples: [15_300],
    }),
    completion_tokens: count.meta({ description: 'Sum of the completion tokens.', examples: [520] }),
  })
  .meta({ id: 'SurveyUsage', description: 'Requests and tokens of the language model.' });

const share = z.number().min(0).max(1).nullable();
const interval = intervalPair.nullable();

/** The groups of each attribute. @param group fields besides the name of a group */
export const segmentsOf = <Group extends z.ZodRawShape>(group: Group) =>
  objects({
    id: z.string().meta({ description: 'Id of the attribute.', examples: ['sex'] }),
    label: z.string().meta({ description: 'Name of the attribute.', examples: ['Sex'] }),
    groups: objects({
      id: z.string().meta({ description: 'Id of the group.', examples: ['female'] }),
      label: z.string().meta({ description: 'Name of the group.', examples: ['Female'] }),
      ...group,
    }),
  });

const optionShareSchema = named('SurveyShare', {
  id: z.string().meta({ description: 'Id of the option.', examples: ['option_1'] }),
  label: z.string().meta({ description: 'Label of the option.', examples: ['Yes'] }),
  share: share.meta({
    description:
      'Share of the agents with an answer, 0 to 1. Replicates of an agent are averaged. Null without answers.',
    examples: [0.62],
  }),
  interval: interval.meta({
    description:
      '95% Wilson interval for the sampling of the agents only. It says nothing about the error of the language model. Null without answers.',
    examples: [[0.48, 0.74]],
  }),
});
export type OptionShare = z.infer<typeof optionShareSchema>;

const answered = count.meta({ description: 'Agents with at least one answer.', examples: [50] });

/** What all results of language-model agents have. */
export const answersShape = {
  calibrated: calibratedField,
  model: z.string().meta({ description: 'Name of the language model.', examples: ['some-model'] }),
  answered,
  unanswered: objects({
    reason: z.enum(noAnswerReasons).meta({
      description:
        '`timeout`, `unavailable`: no response after the retries. `circuit_open`: not sent after many failures. `budget_used_up`: the budget of the day. `invalid_answer`: not one of the options.',
    }),
    count: count.meta({ description: 'Missing answers.' }),
  }).meta({ description: 'Missing answers by reason. Empty if all agents answered.', examples: [[]] }),
  missing_parts: missingPartsField,
  usage: usageSchema,
};

export const surveyResultSchema = z
  .strictObject({
    ...answersShape,
    options: z.array(optionShareSchema).meta({ description: 'Shares of the options, in the order of the request.' }),
    segments: segmentsOf({ answered, options: z.array(optionShareSchema) }).meta({
      description: 'Shares by group of each attribute.',
    }),
  })
  .meta({
    id: 'SurveyResult',
    description:
      'Answers of synthetic people that a language model plays. They are not calibrated: use them to explore, not to predict.',
  });
export type SurveyResult = z.infer<typeof surveyResultSchema>;
