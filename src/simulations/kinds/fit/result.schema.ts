import { z } from 'zod';
import { calibrationResultShape } from '../../../../model/fitting/results/result.schema.js';
import type { WorkflowDefinition } from '../../../../model/definition.js';
import { intervalPair, named, numberOrNull, objects, settings, textOrNull } from '../../schema-parts.js';

const interval = intervalPair;
const label = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const classLabel = textOrNull.meta({ description: 'Latent class of agents; null without classes.', examples: [null] });

const levelSchema = named('PartWorth', {
  level: label('Id of the level.', 'bolt'),
  label: label('Display name.', 'Bolt'),
  value: numberOrNull.meta({ description: 'The number; null for a category.', examples: [null] }),
  effect: z.number().meta({
    description: 'Utility compared with the first level (raw effect).',
    examples: [0.8],
  }),
  effect_interval: interval
    .nullable()
    .meta({ description: '95% interval. Null for the first level.', examples: [[0.5, 1.1]] }),
  centered: z.number().meta({
    description: 'Utility compared with the mean of all levels, so that the part-worths of an attribute sum to 0.',
    examples: [0.6],
  }),
  centered_interval: interval.nullable().meta({ description: '95% interval.', examples: [[0.42, 0.79]] }),
});

const attributeSchema = named('AttributePartWorths', {
  attribute: label('Id of an attribute of alternatives.', 'brand'),
  label: label('Display name.', 'Brand'),
  unit: textOrNull.meta({ description: 'Unit of the numbers; null for categories.', examples: [null] }),
  class: textOrNull.meta({ description: 'Latent class of agents; null without classes.', examples: [null] }),
  class_label: classLabel,
  levels: z.array(levelSchema).meta({
    description:
      'All categories, or the numbers in the data: all if they are at most 8, otherwise their 5% quantile, median and 95% quantile.',
  }),
  importance: z.number().meta({
    description: 'Range of the part-worths as a share of the ranges of all attributes, 0 to 1.',
    examples: [0.56],
  }),
  importance_interval: interval.nullable().meta({
    description: '95% interval, from 1,000 draws of the coefficients.',
    examples: [[0.41, 0.72]],
  }),
});

const amountSchema = named('FitWillingnessToPay', {
  feature: label('Id of a variable or of a level.', 'brand_bolt'),
  label: label('Display name.', 'Brand: Bolt instead of Acme'),
  kind: z.enum(['value_of_time', 'willingness_to_pay']),
  unit: label('Unit of the estimate.', 'EUR'),
  class_label: classLabel,
  applies_to: textOrNull.meta({
    description: 'Agents with an additional coefficient; null for the others.',
    examples: [null],
  }),
  percentile: numberOrNull.meta({
    description: 'Percentage of agents with smaller amounts, if amounts differ.',
    examples: [null],
  }),
  estimate: z.number().meta({ examples: [5.9] }),
  set: z
    .strictObject({ shape: z.enum(['bounded', 'outside', 'everything']), limits: interval.nullable() })
    .nullable()
    .meta({ description: 'Values that the data do not reject at 95% (Fieller), as in `GET …/trade-offs`.' }),
});

const priceEffectsSchema = named('PriceEffects', {
  price: z.strictObject({ variable: z.string(), label: z.string() }).meta({
    description: 'Variable with the price.',
    examples: [{ variable: 'price', label: 'Price' }],
  }),
  increase: z.number().meta({ description: 'Relative change of the price.', examples: [0.1] }),
  rows: objects({
    alternative: label('Alternative whose price is higher.', 'bolt_12'),
    label: label('Display name.', 'Bolt 12'),
    share: z.number().meta({ description: 'Its share at the baseline.', examples: [0.34] }),
    effects: objects({
      alternative: label('Alternative whose share changes.', 'acme_9'),
      label: label('Display name.', 'Acme 9'),
      is_own: z.boolean().meta({ description: 'Whether it is the alternative with the higher price.' }),
      change: z.number().meta({ description: 'Change of its share, −1 to 1.', examples: [0.04] }),
      interval: interval.nullable().meta({
        description: '95% interval of the change, without the error of the model.',
        examples: [[0.03, 0.05]],
      }),
    }),
  }).meta({ description: 'One row for each alternative with a price. The changes of a row sum to 0.' }),
});

/** What a fit of a choice between alternatives shows in addition. */
export const choiceResultSchema = named('FitChoice', {
  attributes: z.array(attributeSchema).meta({ description: 'Part-worths, by attribute of the alternatives.' }),
  left_out: z.array(z.string()).meta({
    description: 'Attributes without part-worths, because their effect depends on the agent.',
    examples: [[]],
  }),
  willingness_to_pay: z
    .array(amountSchema)
    .meta({ description: 'Amounts that agents would pay. Empty without a price.' }),
  price_effects: priceEffectsSchema
    .nullable()
    .meta({ description: 'Own and cross effects of prices. Null without a price.' }),
});

const answerSchema = named('FitAnswer', {
  question: z
    .string()
    .meta({ description: 'Example question.', examples: ['What share has the outcome “Gives” if match is 2:1?'] }),
  scenario_context: settings.meta({ description: 'Values that the question sets.', examples: [{ match: '2_1' }] }),
  headline: z.string().meta({ description: 'Answer in one sentence.' }),
  figure: z.string().meta({ description: 'Id of the figure of the headline.', examples: ['gives'] }),
  value: z.number().meta({ description: 'Value in the scenario.', examples: [0.44] }),
  interval: interval.nullable().meta({ description: '95% interval of the value.' }),
  difference: z.number().meta({ description: 'Difference from the baseline.', examples: [0.05] }),
  difference_interval: interval.nullable().meta({ description: '95% interval of the difference.' }),
});

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

/** The definition with the estimates. The one of the run has placeholders. */
export function fittedDefinition({ definition }: FitResult): WorkflowDefinition {
  return definition as unknown as WorkflowDefinition;
}
