import { z } from 'zod';
import {
  interpretationMethods,
  interpretationSources,
  notInterpretedReasons,
  questionKinds,
} from '../interpretation/findings.js';

const reasonDescription = [
  'Reason why the words were not applied.',
  '`ambiguous`: they fit several parameters or values.',
  '`background`: they describe the situation, not the scenario.',
  '`compared`: they compare two things instead of changing one.',
  '`disputed`: the rules and the language model read them differently.',
  '`forecast`: they name a date in the future, which no model contains.',
  '`goal`: they name a result to reach instead of a value.',
  '`inexact`: the amount is approximate.',
  '`instruction`: they instruct the service. A question changes parameters only, never `agent_count`, `seed` or limits.',
  '`negated`: they are negated.',
  '`no_amount`: they name a parameter without an amount.',
  '`no_parameter`: they state something that fits no parameter.',
  '`other_unit`: the amount has a unit that the parameter does not use.',
  '`out_of_bounds`: the value is outside the allowed range.',
  '`overridden`: `overrides` sets the parameter.',
  '`too_complex`: reading them takes too long, because they are too many or repeat a name too often.',
  '`two_values`: they set one parameter to two values.',
].join(' ');
/** How the router compared the question with the workflows. */
export const scorerSchema = z.enum(['hybrid', 'lexical']).meta({
  description: '`hybrid`: meaning and words were compared. `lexical`: words only, because embeddings were unavailable.',
});

/** Reported with the route of a question. */
export const decidingSentenceSchema = z
  .string()
  .nullable()
  .meta({
    description:
      'Sentence of a long question that selected the workflow, without markup; null if the whole question did.',
    examples: [null],
  });

const parameter = z.string().meta({ examples: ['swissmetro_cost_factor'] });
const value = z.union([z.number(), z.string()]);
const from = z.string().meta({ description: 'Words of the question.', examples: ['10 or 20% lower'] });

/** The simulations of a comparison, the values of a range, and the objective of a goal. Null if the question asks for none of them. */
export const questionVariationsSchema = z.strictObject({
  comparison: z
    .strictObject({
      simulations: z.array(
        z.strictObject({
          id: z.string().nullable().meta({ description: 'Id of the simulation; null in a dry run.' }),
          from,
          values: z.record(z.string(), value).meta({
            description: 'Values of this simulation in addition to `interpreted`. Empty for the baseline.',
            examples: [{ swissmetro_cost_factor: 0.8 }],
          }),
        }),
      ),
      compare_url: z.string().nullable().meta({
        description:
          'Path that compares the first simulation with the second, when both are completed. For further simulations, replace the id in `with`. Null in a dry run.',
      }),
    })
    .nullable()
    .meta({
      description: 'Simulations of a comparison, with the same agents and seed; otherwise null.',
      examples: [null],
    }),
  range: z
    .strictObject({
      parameter,
      values: z
        .array(z.number())
        .meta({ description: 'Values of the points.', examples: [[0.7, 0.75, 0.8, 0.85, 0.9]] }),
      from,
    })
    .nullable()
    .meta({ description: 'Values of the parameter that a parameter sweep varies; otherwise null.', examples: [null] }),
  goal: z
    .strictObject({
      parameter: parameter.meta({ description: 'Parameter that the goal varies.' }),
      objective: z.strictObject({
        goal: z.literal('reach'),
        share: z.string().meta({ description: 'Outcome or outcome group.', examples: ['swissmetro'] }),
        target: z.number().meta({ description: 'Share to reach, 0 to 1.', examples: [0.7] }),
      }),
      from,
    })
    .nullable()
    .meta({ description: 'Share that a goal reaches with one parameter; otherwise null.', examples: [null] }),
});
export type QuestionVariations = z.infer<typeof questionVariationsSchema>;

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
        value: value.meta({ description: 'Resulting value.', examples: [0.8] }),
        from: z
          .string()
          .meta({ description: 'Words of the question that set the value.', examples: ['fares were 20% lower'] }),
        how: z.enum(interpretationMethods).meta({
          description:
            'Method. `set`: absolute value. `percent`, `factor`: relative to the baseline. `shift`: amount added to the baseline. `option`: named option.',
        }),
        source: z.enum(interpretationSources).optional().meta({
          description:
            'Only if a language model read the question too. `rules`, `model`, `both`: who read the value. The service checks values of the model.',
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
        candidates: z.array(z.record(z.string(), value)).meta({
          description:
            'Possible values of the words: each is a `scenario_context`. For `no_amount`, several sizes of the change. For `other_unit`, the factor that changes the mean of the population by the amount.',
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
