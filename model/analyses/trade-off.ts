import { z } from 'zod';
import { intervalSchema } from '../summary/intervals.js';

const errorPart = (description: string) => z.number().min(0).nullable().meta({ description });

/** Agents in categories of an attribute. */
export const groupSchema = z.strictObject({
  attribute: z.string(),
  label: z.string(),
  categories: z.array(z.string()),
});

export const tradeOffsShape = {
  cost: z.strictObject({ variable: z.string(), label: z.string(), unit: z.string() }).meta({
    description: 'Variable of the model that is an amount of money.',
    examples: [{ variable: 'cost', label: 'Cost', unit: 'CHF' }],
  }),
  trade_offs: z.array(
    z.strictObject({
      feature: z.string().meta({ description: 'Id of a variable, assignment or parameter.', examples: ['time'] }),
      label: z.string().meta({ examples: ['Travel time'] }),
      alternatives: z.array(z.string()).meta({ description: 'Outcomes with the feature.', examples: [['train']] }),
      kind: z.enum(['value_of_time', 'willingness_to_pay']).meta({
        description:
          '`value_of_time`: amount that an agent would pay to save one hour. `willingness_to_pay`: amount that an agent would pay for one more unit of the feature; negative if the agent dislikes it.',
      }),
      unit: z.string().meta({ description: 'Unit of the estimate.', examples: ['CHF/hour'] }),
      class: z
        .string()
        .nullable()
        .meta({ description: 'Latent class of agents; null without classes.', examples: [null] }),
      class_label: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      applies_to: groupSchema.nullable().meta({
        description:
          'Agents with an additional coefficient: those in these categories of one attribute. Null: agents without additional coefficients.',
        examples: [{ attribute: 'who_pays', label: 'Who pays for the trip: Employer', categories: ['employer'] }],
      }),
      excludes: z.array(groupSchema).meta({
        description:
          'Agents to whom the estimate does not apply, because they have other additional coefficients of the feature or of cost. Empty: it applies to all agents of `applies_to` and, if that is null, to all agents.',
        examples: [[]],
      }),
      percentile: z
        .number()
        .nullable()
        .meta({
          description:
            'Percentage of agents with smaller amounts: 10, 50 and 90 if the amount differs between agents because a coefficient is random. Null if all agents have the same amount.',
          examples: [null],
        }),
      estimate: z.number().meta({ examples: [70.2] }),
      set: z
        .strictObject({
          shape: z.enum(['bounded', 'outside', 'everything']),
          limits: intervalSchema.nullable(),
        })
        .nullable()
        .meta({
          description:
            'Values that the data do not reject at 95%. `bounded`: between the limits. `outside`: below the lower or above the upper limit, so that the set is unbounded. `everything`: the data exclude no value, and the limits are null. Null without a covariance of the coefficients.',
          examples: [{ shape: 'bounded', limits: [44.5, 105.7] }],
        }),
      method: z.enum(['fieller', 'delta']).meta({
        description:
          'Method of the set. Always `delta` for an amount whose logarithm is a sum of coefficients, such as the ratio of two log-normal coefficients: the set is that of the logarithm.',
      }),
      errors: z
        .strictObject({
          simulation: errorPart('Always 0: a ratio of coefficients does not depend on a simulation.'),
          estimation: errorPart('Standard error by the delta method. Null without a covariance.'),
          population: errorPart('Always 0: the ratio does not depend on the population.'),
          model: errorPart('Always null: the held-out data contain no amounts of money.'),
        })
        .meta({ description: 'Parts of the error as standard errors, in `unit`.' }),
      missing_parts: z
        .array(z.enum(['simulation', 'estimation', 'population', 'model']))
        .meta({ description: 'Parts of the error that are unknown.', examples: [['model']] }),
    }),
  ),
  left_out: z
    .array(
      z.strictObject({
        feature: z.string(),
        label: z.string(),
        reason: z.enum(['random_coefficient', 'depends_on_agent']),
      }),
    )
    .meta({
      description:
        'Features without an amount for some or all agents. `random_coefficient`: the distribution of the amount over agents has no closed form, or the coefficient of cost could be 0. `depends_on_agent`: the effect depends on a number of the agent.',
      examples: [[]],
    }),
};
const tradeOffsSchema = z.object(tradeOffsShape);
export type TradeOffs = z.infer<typeof tradeOffsSchema>;
export type TradeOff = TradeOffs['trade_offs'][number];
export type AppliesTo = z.infer<typeof groupSchema>;
export type RatioSet = NonNullable<TradeOff['set']>;
