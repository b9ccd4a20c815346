import { z } from 'zod';
import { choiceResultSchema } from './choice-result.schema.js';
import { calibrationResultShape } from '../../../../model/fitting/results/result.schema.js';

const interval = z.tuple([z.number(), z.number()]);

const answerSchema = z
  .strictObject({
    question: z
      .string()
      .meta({ description: 'Example question.', examples: ['What share has the outcome “Gives” if match is 2:1?'] }),
    scenario_context: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .meta({ description: 'Values that the question sets.', examples: [{ match: '2_1' }] }),
    headline: z.string().meta({ description: 'Answer in one sentence.' }),
    figure: z.string().meta({ description: 'Id of the figure of the headline.', examples: ['gives'] }),
    value: z.number().meta({ description: 'Value in the scenario.', examples: [0.44] }),
    interval: interval.nullable().meta({ description: '95% interval of the value.' }),
    difference: z.number().meta({ description: 'Difference from the baseline.', examples: [0.05] }),
    difference_interval: interval.nullable().meta({ description: '95% interval of the difference.' }),
  })
  .meta({ id: 'FitAnswer' });

export const fitResultSchema = z.strictObject({
  ...calibrationResultShape,
  choice: choiceResultSchema.nullable().optional().meta({
    description:
      'Part-worths, importance, willingness to pay and price effects of a choice between alternatives. Null for other outcomes. Absent in results of earlier versions.',
  }),
  answers: z.array(answerSchema).meta({ description: 'Answers to up to three example questions, simulated.' }),
  definition: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      description:
        'The workflow definition with its evidence, as `POST /v1/case-studies` accepts it. `POST /v1/fits/{fit_id}/publish` publishes it. Null in lists.',
      examples: [null],
    }),
});
export type FitResult = z.infer<typeof fitResultSchema>;
