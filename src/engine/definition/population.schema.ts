import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';

const probabilitySchema = z.number().min(0).max(1);

const categorySchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** How a sentence says it, where the label would not read well. */
  phrase: z.string().optional(),
  probability: probabilitySchema,
  /** The number it stands for, in the attribute's unit, so that terms can multiply by it. */
  value: z.number().optional(),
});

const categoriesShape = {
  id: identifierSchema,
  label: textSchema,
  unit: textSchema.optional(),
  categories: z.array(categorySchema).min(2).max(255),
  /**
   * The order in which the categories lie along the latent normal of the copula; as listed when left out. Say it where the natural order
   * is not the one in which the attribute goes together with the others (the young and the old both without a car).
   */
  latent_order: z.array(identifierSchema).optional(),
};

const quantilesShape = {
  id: identifierSchema,
  label: textSchema,
  unit: textSchema,
  /** The quantile function: linear between the points. Probabilities rise from 0 to 1; values never fall. */
  quantiles: z.strictObject({
    probabilities: z.array(probabilitySchema).min(2).max(1001),
    values: z.array(z.number()).min(2).max(1001),
  }),
};

export const attributeSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('categorical'), ...categoriesShape }),
  z.strictObject({ type: z.literal('ordinal'), ...categoriesShape }),
  z.strictObject({ type: z.literal('integer'), ...quantilesShape }),
  z.strictObject({ type: z.literal('continuous'), ...quantilesShape }),
]);

export const populationSchema = z.strictObject({
  description: textSchema,
  source: textSchema,
  /** When the people were asked; a year, a month or a day. */
  date: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'must be a year, a month or a day, such as 1998 or 1998-03'),
  recommended_agent_count: z.int().min(1).max(1_000_000),
  recommended_agent_count_reason: textSchema,
  attributes: z.array(attributeSchema).min(1).max(200),
  /** Correlation matrix of the Gaussian copula, rows and columns in the order of the attributes; independent when left out. */
  correlation: z.array(z.array(z.number().min(-1).max(1))).optional(),
});

export type Attribute = z.infer<typeof attributeSchema>;
export type CategoryAttribute = Extract<Attribute, { type: 'categorical' | 'ordinal' }>;
export type NumericAttribute = Extract<Attribute, { type: 'integer' | 'continuous' }>;
export type PopulationDefinition = z.infer<typeof populationSchema>;

export function hasCategories(attribute: Attribute): attribute is CategoryAttribute {
  return attribute.type === 'categorical' || attribute.type === 'ordinal';
}
