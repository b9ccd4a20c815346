import { z } from 'zod';
import { agentsInteract, namedParts } from '../../model/analyses.js';
import type { WorkflowDefinition } from '../../model/definition.js';

const text = z.string();
const named = (id: string, label: string) => ({
  id: text.meta({ examples: [id] }),
  label: text.meta({ examples: [label] }),
});

/** What requests about a workflow can name. */
export const partsShape = {
  agents_interact: z.boolean().meta({
    description:
      'True if the decision of an agent depends on other agents. Goals, sensitivity analyses and `calibration_targets` are then not available.',
    examples: [false],
  }),
  outcomes: z
    .array(
      z.strictObject({
        ...named('train', 'Train'),
        variables: z.array(z.strictObject({ ...named('cost', 'Cost'), unit: text.meta({ examples: ['CHF'] }) })).meta({
          description: 'Variables of the outcome, for the `values` of a goal and for `alternatives`.',
        }),
      }),
    )
    .meta({ description: 'Outcomes of the decision.' }),
  product_attributes: z
    .array(
      z.strictObject({
        ...named('brand', 'Brand'),
        unit: text.nullable().meta({ description: 'Null for levels.', examples: [null] }),
        range: z
          .tuple([z.number(), z.number()])
          .nullable()
          .meta({ description: 'Lowest and highest number in the data; null for levels.', examples: [null] }),
        levels: z.array(z.strictObject(named('bolt', 'Bolt'))).meta({
          description: 'Levels; for a number, values in the data.',
        }),
      }),
    )
    .nullable()
    .meta({
      description:
        'Attributes that define a product, for `alternatives.products`. Null unless the alternatives have numbers in place of names, as the concepts of a conjoint.',
      examples: [null],
    }),
  measures: z
    .array(z.strictObject({ ...named('payment', 'Payment'), unit: text.meta({ examples: ['AUD'] }) }))
    .meta({ description: 'Measures of the decision: numbers whose mean results report.', examples: [[]] }),
  money_measures: z
    .array(
      z.strictObject({
        label: text.meta({ examples: ['Revenue'] }),
        unit: text.meta({ description: 'Currency, or the unit of the data.', examples: ['CHF'] }),
        parameter: text.meta({ description: 'Parameter of the price.', examples: ['swissmetro_cost_factor'] }),
        values: z.record(z.string(), z.string()).meta({
          description: 'Price of each outcome, for the `values` of a goal.',
          examples: [{ swissmetro: 'cost' }],
        }),
      }),
    )
    .meta({
      description:
        'Money per agent, which goals can maximize: a price times the share of the outcomes that pay it. One for each parameter that is a price or another amount of money, or that multiplies one.',
      examples: [[]],
    }),
  attributes: z
    .array(
      z.strictObject({
        ...named('sex', 'Sex'),
        has_categories: z.boolean().meta({ description: 'False for a number.', examples: [true] }),
        groups: z.array(z.strictObject(named('female', 'Woman'))).meta({
          description: 'Groups of the attribute, for `where`: categories, or the quarters of a number.',
        }),
      }),
    )
    .meta({ description: 'Attributes of the agents.' }),
};

type Parts = z.infer<z.ZodObject<typeof partsShape>>;

export function partsOf(definition: WorkflowDefinition): Parts {
  return { agents_interact: agentsInteract(definition), ...namedParts(definition) };
}
