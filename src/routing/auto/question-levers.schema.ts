import { z } from 'zod';
import { hows, reasons } from '../../interpretation/findings.js';

const parameter = z.string().meta({ examples: ['swissmetro_cost_factor'] });

/** What a question says beside what it asks. */
export const questionLeversSchema = z.strictObject({
  interpreted: z
    .array(
      z.strictObject({
        parameter,
        value: z.union([z.number(), z.string()]).meta({ examples: [0.8] }),
        from: z
          .string()
          .meta({ description: 'The words of the question that say it.', examples: ['fares were 20% lower'] }),
        how: z.enum(hows).meta({
          description:
            'Set to a value, by a percentage or factor of the baseline, by an amount from it, or an option by its name.',
        }),
      }),
    )
    .meta({ description: 'Parameters that the question sets.' }),
  not_interpreted: z
    .array(
      z.strictObject({
        words: z.string().meta({ examples: ['cheaper train tickets'] }),
        reason: z
          .enum(reasons)
          .meta({ description: 'Why they were left alone; `overridden`: `overrides` say otherwise.' }),
        parameters: z.array(parameter).meta({ description: 'What they may be about.' }),
      }),
    )
    .meta({ description: 'Words that seem to set something and are not sure enough.', examples: [[]] }),
  segments: z
    .array(
      z.strictObject({
        attribute: z.string().meta({ examples: ['age'] }),
        values: z.array(z.string()).meta({ description: 'Groups of the summary, by id.', examples: [['over_65']] }),
        from: z.string().meta({ examples: ['older'] }),
      }),
    )
    .meta({
      description:
        'People that the question asks about. All are simulated; `where[attribute]=value` picks these from the results.',
      examples: [[]],
    }),
});
export type QuestionLevers = z.infer<typeof questionLeversSchema>;
