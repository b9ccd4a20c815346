import { z } from 'zod';
import { notReadReasons, questionKinds } from '../../questions/reading.js';
import { reasonTexts } from './result-words.js';
import { count, objects, positiveCount, settings, settingValue, textOrNull } from './schema-parts.js';

const reasonDescription = [
  'Reason why the words were not used.',
  ...notReadReasons.map((reason) => `\`${reason}\`: ${reasonTexts[reason]}.`),
].join(' ');

/** How the router compared the question with the workflows. */
export const scorerSchema = z.enum(['hybrid', 'lexical', 'caller']).meta({
  description:
    '`hybrid`: meaning and words were compared. `lexical`: words only, because embeddings were unavailable. `caller`: the request names the workflow.',
});

/** Reported with the route of a question. */
export const decidingSentenceSchema = textOrNull.meta({
  description:
    'Sentence of a long question that selected the workflow, without markup; null if the whole question did.',
  examples: [null],
});

const parameter = z.string().meta({ examples: ['swissmetro_cost_factor'] });
const words = z.string().meta({ description: 'Words of the question.', examples: ['fares were 20% lower'] });

/** How much of a question the simulations use. */
export const coverageLevels = ['full', 'partly', 'baseline_only'] as const;

/** What a question means for the workflow, and what runs because of it. */
export const questionInterpretationSchema = z.strictObject({
  kind: z.enum(questionKinds).meta({
    description:
      'What the question asks for. `scenario`: the effect of a change. `baseline`: today. `comparison`: several scenarios. `range`: a parameter between two ends. `goal`: the value that reaches a result. `forecast`: a date in the future. `denied`: a change that does not happen.',
    examples: ['scenario'],
  }),
  read_by: z.enum(['rules', 'model']).meta({
    description: '`model`: the configured language model read the question, and the service checked the values.',
    examples: ['rules'],
  }),
  interpreted: objects({
    parameter,
    value: settingValue.meta({ description: 'Value of the simulation.', examples: [0.8] }),
    words: words
      .nullable()
      .meta({ description: 'Words of the question that name the change; null if only `overrides` names it.' }),
    source: z.enum(['read', 'assumed', 'override']).meta({
      description:
        '`read`: the question states the value. `assumed`: the question states a direction only, and the value is the typical change of the parameter. `override`: `overrides` of the request sets the value.',
      examples: ['read'],
    }),
  }).meta({ description: 'Parameters that the question or `overrides` sets, in the simulation of `data`.' }),
  not_read: objects({
    words,
    reason: z.enum(notReadReasons).meta({ description: reasonDescription }),
    parameters: z.array(parameter).meta({ description: 'Parameters that the words may name.' }),
    candidates: z.array(settings).meta({
      description: 'Values that the words may mean: each is a `scenario_context`.',
      examples: [[]],
    }),
    nearest: z
      .array(settings)
      .optional()
      .meta({
        description:
          'Changes that are possible instead, of the parameters with the most similar names: each is a `scenario_context`. Empty if `candidates` has values or no name is similar.',
        examples: [[]],
      }),
  }).meta({ description: 'Words that may name a change and were not used.', examples: [[]] }),
  coverage: z.enum(coverageLevels).meta({
    description:
      'How much of the question the simulations use, which the confidence of the route does not measure. `full`: all words that may name a change. `partly`: some changes, without the words in `not_read`. `baseline_only`: no change, although the question may name one (`not_read`) or asks for a value to find (`suggested`).',
    examples: ['full'],
  }),
  outcome: textOrNull.meta({
    description:
      'Outcome, outcome group or measure that the question names as its result, which is then the headline of the summary; null if it names none or several.',
    examples: ['swissmetro'],
  }),
  trade_off: textOrNull.meta({
    description:
      'Feature of `GET /v1/case-studies/{workflow_id}/trade-offs` for whose amount of money the question asks, which is then the headline of the view; null if it asks for another result.',
    examples: [null],
  }),
  segments: objects({
    attribute: z.string().meta({ description: 'Attribute of the agents.', examples: ['age'] }),
    values: z.array(z.string()).meta({ description: 'Ids of groups in the summary.', examples: [['over_65']] }),
    words,
  }).meta({
    description:
      'Groups of agents that the question refers to. All agents are simulated; `where[attribute]=value` selects these from the results.',
    examples: [[]],
  }),
  also: objects({
    id: textOrNull.meta({ description: 'Id of the simulation; null in a dry run.' }),
    words,
    values: settings.meta({
      description: 'Values that the question names for this simulation. Empty for the baseline.',
      examples: [{ swissmetro_cost_factor: 0.7 }],
    }),
    compare_url: textOrNull.meta({
      description:
        'Path that compares this simulation with `data`, the reference, when both are completed. Null in a dry run.',
    }),
  }).meta({
    description:
      'The other simulations of a comparison, a list or a range, in the order of the question. They have the agents and the seed of `data`.',
    examples: [[]],
  }),
  suggested: z
    .strictObject({
      method: z.literal('POST'),
      path: z.literal('/v1/goals'),
      body: z.strictObject({
        workflow_id: z.string(),
        agent_count: positiveCount,
        seed: count,
        scenario_context: settings,
        parameters: objects({ name: parameter }),
        objective: z.strictObject({ goal: z.literal('reach'), share: z.string(), target: z.number() }),
      }),
      words,
    })
    .nullable()
    .meta({
      description: 'Request that finds the value for which the question asks, if it asks for a goal; otherwise null.',
      examples: [null],
    }),
});
export type QuestionInterpretation = z.infer<typeof questionInterpretationSchema>;
