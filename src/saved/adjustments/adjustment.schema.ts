import { strictObject, z } from 'zod';
import { listOf, mapOf, text } from '../../common/schemas.js';
import type { Adjustments } from '../../../model/simulate.js';
import { calibrationIdSchema, calibrationTargetsSchema, targetsOf } from '../target-matches/target-match.record.js';
import { groupsOf, whereFieldSchema } from './where.schema.js';

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
  strictObject({
    times: z
      .number()
      .min(0)
      .max(1_000)
      .meta({ description: 'Factor, 0 to 1,000.', examples: [0.8] }),
  }),
]);

const addedSchema = strictObject({
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
  attributes: mapOf(z.string().min(1).max(64), valueSchema)
    .optional()
    .meta({
      description:
        'Values that differ from those of `like`, by id of a variable of the workflow (`decision.variables` of its definition). A number applies to all agents and does not depend on parameters. `{ "times": 0.8 }` is a multiple of the value of `like`.',
      examples: [{ time: { times: 1.5 }, cost: 40 }],
    }),
});

const productSchema = strictObject({
  id: idSchema.meta({ description: 'Id of the product. It differs from the ids of all outcomes.' }),
  label: textSchema.meta({ description: 'Short name, at most 80 characters.', examples: ['Bolt 12'] }),
  noun: textSchema.optional().meta({ description: 'Noun phrase for transcripts. Default: the label.' }),
  attributes: mapOf(
    z.string().min(1).max(64),
    z.union([z.number().min(-maxValue).max(maxValue), z.string().max(64)]),
  ).meta({
    description: 'Value of every attribute in `product_attributes` of the workflow: a number, or the id of a level.',
    examples: [{ price: 12, brand: 'bolt' }],
  }),
});
const maxProducts = 20;

const alternativesSchema = strictObject({
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
}).meta({
  id: 'AlternativeEdits',
  description:
    'Alternatives to remove and to add, for workflows of the family `conditional_logit`. The baseline keeps the published alternatives, so that differences show the effect of the edit.',
  examples: [{ remove: ['car'] }],
});

const populationIdField = z
  .string()
  .min(1)
  .max(64)
  .meta({
    description:
      'Id of a population that replaces the population of the workflow: see `POST /v1/populations`. Agents are selected from its rows, in proportion to their weights.',
    examples: ['pop_019aa0f55b6e7c3a9d552f0d7c1f4a10'],
  });

/** The fields of a create that adjust the published definition. Each adjustment adds its own. */
export const adjustmentFields = {
  population_id: populationIdField.optional(),
  where: whereFieldSchema.optional(),
  alternatives: alternativesSchema.optional(),
  calibration_targets: calibrationTargetsSchema.optional(),
  calibration_id: calibrationIdSchema.optional().meta({
    description:
      'Id of a saved calibration of the workflow, in place of `calibration_targets`. Its targets are matched over agents with the seed 0, so that simulations with other seeds have the same constants.',
  }),
};

export type AdjustmentRequest = z.infer<z.ZodObject<typeof adjustmentFields>>;

const fieldNames = Object.keys(adjustmentFields);

/** Returns the adjustments of a request that contains other fields too. Returns undefined if it has none. */
export function requestedAdjustments(request: object): AdjustmentRequest | undefined {
  const entries = Object.entries(request).filter(([name, value]) => fieldNames.includes(name) && value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export function toEngine({ where, alternatives, calibration_targets: targets }: AdjustmentRequest): Adjustments {
  return { where: where && groupsOf(where), alternatives, targets: targets && targetsOf(targets) };
}

export const adjustmentsRecordSchema = strictObject({
  published_digest: text.meta({
    description: 'SHA-256 of the published definition, before the adjustments.',
    examples: ['0'.repeat(64)],
  }),
  ...adjustmentFields,
  warnings: listOf({
    code: text.meta({ description: 'Stable code.', examples: ['extrapolation'] }),
    message: text.meta({ description: 'Limit of the adjusted model, as readable text.' }),
  }).meta({ description: 'Limits of the adjusted model.', examples: [[]] }),
})
  .meta({ id: 'Adjustments' })
  .nullable()
  .meta({
    description: 'Adjustments of the published definition; null if there are none.',
    examples: [null],
  });
export type AdjustmentsRecord = z.infer<typeof adjustmentsRecordSchema>;
