import { z } from 'zod';
import { noAnswerReasons } from '../../../language-model/language-model-error.js';
import { errorPartSchema } from '../../../../model/simulate.js';

const count = z.int().min(0);

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
const interval = z.tuple([z.number(), z.number()]).nullable();

const optionShareSchema = z
  .strictObject({
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
  })
  .meta({ id: 'SurveyShare' });
export type OptionShare = z.infer<typeof optionShareSchema>;

const answered = count.meta({ description: 'Agents with at least one answer.', examples: [50] });

/** What all results of language-model agents have. */
export const answersShape = {
  calibrated: calibratedField,
  model: z.string().meta({ description: 'Name of the language model.', examples: ['some-model'] }),
  answered,
  unanswered: z
    .array(
      z.strictObject({
        reason: z.enum(noAnswerReasons).meta({
          description:
            '`timeout`, `unavailable`: no response after the retries. `circuit_open`: not sent after many failures. `budget_used_up`: the budget of the day. `invalid_answer`: not one of the options.',
        }),
        count: count.meta({ description: 'Missing answers.' }),
      }),
    )
    .meta({ description: 'Missing answers by reason. Empty if all agents answered.', examples: [[]] }),
  missing_parts: missingPartsField,
  usage: usageSchema,
};

export const surveyResultSchema = z
  .strictObject({
    ...answersShape,
    options: z.array(optionShareSchema).meta({ description: 'Shares of the options, in the order of the request.' }),
    segments: z
      .array(
        z.strictObject({
          id: z.string().meta({ description: 'Id of the attribute.', examples: ['sex'] }),
          label: z.string().meta({ description: 'Name of the attribute.', examples: ['Sex'] }),
          groups: z.array(
            z.strictObject({
              id: z.string().meta({ description: 'Id of the group.', examples: ['female'] }),
              label: z.string().meta({ description: 'Name of the group.', examples: ['Female'] }),
              answered,
              options: z.array(optionShareSchema),
            }),
          ),
        }),
      )
      .meta({ description: 'Shares by group of each attribute.' }),
  })
  .meta({
    id: 'SurveyResult',
    description:
      'Answers of synthetic people that a language model plays. They are not calibrated: use them to explore, not to predict.',
  });
export type SurveyResult = z.infer<typeof surveyResultSchema>;
