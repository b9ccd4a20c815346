import { z } from 'zod';
import { interpretationMethods, notInterpretedReasons, questionKinds } from '../interpretation/findings.js';

const reasonDescription = [
  'Reason why the words were not applied.',
  '`ambiguous`: they fit several parameters or values.',
  '`compared`: they compare two things instead of changing one.',
  '`forecast`: they name a date in the future, which no model contains.',
  '`goal`: they name a result to reach instead of a value.',
  '`inexact`: the amount is approximate.',
  '`negated`: they are negated.',
  '`no_amount`: they name a parameter without an amount.',
  '`no_parameter`: they contain an amount that fits no parameter.',
  '`other_unit`: the amount has a unit that the parameter does not use.',
  '`out_of_bounds`: the value is outside the allowed range.',
  '`overridden`: `overrides` sets the parameter.',
  '`two_values`: they set one parameter to two values.',
].join(' ');
/** How the router compared the question with the workflows. */
export const scorerSchema = z.enum(['hybrid', 'lexical']).meta({
  description: '`hybrid`: meaning and words were compared. `lexical`: words only, because embeddings were unavailable.',
});

const parameter = z.string().meta({ examples: ['swissmetro_cost_factor'] });

/** Parameter values and segments read from a question. */
export const questionInterpretationSchema = z.strictObject({
  kind: z.enum(questionKinds).meta({
    description:
      'What the question asks for. `scenario`: the effect of a change. `baseline`: today. `comparison`: several scenarios. `range`: a parameter between two ends. `goal`: the value that reaches a result. `forecast`: a date in the future. `denied`: a change that does not happen.',
    examples: ['scenario'],
  }),
  interpreted: z
    .array(
      z.strictObject({
        parameter,
        value: z.union([z.number(), z.string()]).meta({ description: 'Resulting value.', examples: [0.8] }),
        from: z
          .string()
          .meta({ description: 'Words of the question that set the value.', examples: ['fares were 20% lower'] }),
        how: z.enum(interpretationMethods).meta({
          description:
            'Method. `set`: absolute value. `percent`, `factor`: relative to the baseline. `shift`: amount added to the baseline. `option`: named option.',
        }),
      }),
    )
    .meta({ description: 'Parameters that the question sets.' }),
  not_interpreted: z
    .array(
      z.strictObject({
        words: z.string().meta({ description: 'Words of the question.', examples: ['cheaper train tickets'] }),
        reason: z.enum(notInterpretedReasons).meta({ description: reasonDescription }),
        parameters: z.array(parameter).meta({ description: 'Parameters that the words could refer to.' }),
        candidates: z.array(z.record(z.string(), z.union([z.number(), z.string()]))).meta({
          description:
            'Possible values, such as the two scenarios of a comparison or the two ends of a range: each is a `scenario_context`.',
          examples: [[]],
        }),
      }),
    )
    .meta({ description: 'Words that could set a parameter but were not applied.', examples: [[]] }),
  segments: z
    .array(
      z.strictObject({
        attribute: z.string().meta({ description: 'Attribute of the agents.', examples: ['age'] }),
        values: z.array(z.string()).meta({ description: 'Ids of groups in the summary.', examples: [['over_65']] }),
        from: z.string().meta({ description: 'Words of the question.', examples: ['older'] }),
      }),
    )
    .meta({
      description:
        'Groups of agents that the question refers to. All agents are simulated; `where[attribute]=value` selects these from the results.',
      examples: [[]],
    }),
});
export type QuestionInterpretation = z.infer<typeof questionInterpretationSchema>;
