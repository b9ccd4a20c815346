import { z } from 'zod';

const idSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'expected lower snake_case')
  .meta({ examples: ['night_train'] });
const textSchema = z.string().trim().min(1).max(80);
const maxEdits = 10;
const maxValue = 1e6;

const valueSchema = z.union([
  z.number().min(-maxValue).max(maxValue),
  z.strictObject({
    times: z
      .number()
      .min(0)
      .max(1_000)
      .meta({ description: 'Factor, 0 to 1,000.', examples: [0.8] }),
  }),
]);

const addedSchema = z.strictObject({
  id: idSchema.meta({ description: 'Id of the new alternative. It differs from the ids of all outcomes.' }),
  label: textSchema.meta({ description: 'Short name, at most 80 characters.', examples: ['Night train'] }),
  like: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description:
        'Id of the alternative to copy. The new one has the same constant, terms and availability, and follows the same parameters.',
      examples: ['train'],
    }),
  noun: textSchema
    .optional()
    .meta({ description: 'Noun phrase for transcripts. Default: "the" and the label.', examples: ['the night train'] }),
  attributes: z
    .record(z.string().min(1).max(64), valueSchema)
    .optional()
    .meta({
      description:
        'Values that differ from those of `like`, by id of a variable of the workflow (`decision.variables` of its definition). A number applies to all agents and does not depend on parameters. `{ "times": 0.8 }` is a multiple of the value of `like`.',
      examples: [{ time: { times: 1.5 }, cost: 40 }],
    }),
});

const productSchema = z.strictObject({
  id: idSchema.meta({ description: 'Id of the product. It differs from the ids of all outcomes.' }),
  label: textSchema.meta({ description: 'Short name, at most 80 characters.', examples: ['Bolt 12'] }),
  noun: textSchema.optional().meta({ description: 'Noun phrase for transcripts. Default: the label.' }),
  attributes: z
    .record(z.string().min(1).max(64), z.union([z.number().min(-maxValue).max(maxValue), z.string().max(64)]))
    .meta({
      description: 'Value of every attribute in `product_attributes` of the workflow: a number, or the id of a level.',
      examples: [{ price: 12, brand: 'bolt' }],
    }),
});
const maxProducts = 20;

/** Alternatives to remove and to add in a create. */
export const alternativesSchema = z
  .strictObject({
    remove: z
      .array(z.string().min(1).max(64))
      .max(maxEdits)
      .optional()
      .meta({ description: `Ids of alternatives that the scenario does not offer, at most ${maxEdits}.` }),
    add: z
      .array(addedSchema)
      .max(maxEdits)
      .optional()
      .meta({ description: `Alternatives that only the scenario offers, at most ${maxEdits}.` }),
    products: z
      .array(productSchema)
      .min(1)
      .max(maxProducts)
      .optional()
      .meta({
        description: `Products that the scenario offers in place of alternatives without names, such as the concepts of a conjoint, 1 to ${maxProducts}. Other alternatives, such as an opt-out, stay. Only for workflows with \`product_attributes\`.`,
      }),
  })
  .meta({
    id: 'AlternativeEdits',
    description:
      'Alternatives to remove and to add, for workflows of the family `conditional_logit`. The baseline keeps the published alternatives, so that differences show the effect of the edit.',
    examples: [{ remove: ['car'] }],
  });
