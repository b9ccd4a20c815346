import { z } from 'zod';
import { identifierSchema, textSchema } from './identifier.schema.js';
import { wordsSchema } from './words.schema.js';

const probabilitySchema = z.number().min(0).max(1);

const categorySchema = z.strictObject({
  id: identifierSchema,
  label: textSchema,
  /** Text of the category in sentences. Default: the label. */
  phrase: z.string().optional(),
  words: wordsSchema,
  probability: probabilitySchema,
  /** Number of the category in products of terms, in the unit of the attribute. */
  value: z.number().optional(),
});

const categoriesShape = {
  id: identifierSchema,
  label: textSchema,
  unit: textSchema.optional(),
  categories: z.array(categorySchema).min(2).max(255),
  /**
   * Order of the categories along the latent normal variable of the copula. Default: the order of `categories`. Set it if the attribute
   * does not rise or fall with the others in its natural order. For example, the youngest and the oldest have the fewest cars.
   */
  latent_order: z.array(identifierSchema).optional(),
};

const quantilesShape = {
  id: identifierSchema,
  label: textSchema,
  unit: textSchema,
  /**
   * Quantile function, linear between its points. Probabilities increase from 0 to 1, and values never decrease. Two points with the same value
   * are a point mass. Two points with the same probability are a gap without agents.
   */
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

/**
 * Joint distribution of several attributes with categories: the probability of each combination. One random number of the agent selects
 * a cell. The margins of these attributes are the sums of the cells.
 */
const jointSchema = z.strictObject({
  attributes: z.array(identifierSchema).min(2),
  /**
   * Positions of the categories of each cell, in the order of `attributes`. The order of the cells is their order along the latent normal of the
   * copula. Omits combinations without agents.
   */
  cells: z
    .array(z.array(z.int().min(0).max(254)))
    .min(2)
    .max(65_535),
  probabilities: z.array(probabilitySchema),
});

export const populationSchema = z.strictObject({
  description: textSchema.describe('Population that the agents represent.'),
  source: textSchema.describe('Source of the attributes.'),
  date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'must be a year, a month or a day, such as 1998 or 1998-03')
    .describe('Date of the data: a year, a month or a day.'),
  recommended_agent_count: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Recommended number of agents per simulation, 1 to 1,000,000.'),
  recommended_agent_count_reason: textSchema.describe('Reason for the recommended number.'),
  attributes: z
    .array(attributeSchema)
    .max(200)
    .describe('Attributes of the agents, at most 200. Empty if the data contain no attributes.'),
  joint: jointSchema
    .optional()
    .describe('Joint distribution of several categorical attributes. Other attributes follow their own distributions.'),
  correlation: z
    .array(z.array(z.number().min(-1).max(1)))
    .optional()
    .describe(
      'Correlation matrix of the Gaussian copula, in the order of the attributes. A joint table counts as one attribute, before all others. Default: independence.',
    ),
});

export type Attribute = z.infer<typeof attributeSchema>;
export type CategoryAttribute = Extract<Attribute, { type: 'categorical' | 'ordinal' }>;
export type NumericAttribute = Extract<Attribute, { type: 'integer' | 'continuous' }>;
export type JointTable = z.infer<typeof jointSchema>;
export type PopulationDefinition = z.infer<typeof populationSchema>;

export function hasCategories(attribute: Attribute): attribute is CategoryAttribute {
  return attribute.type === 'categorical' || attribute.type === 'ordinal';
}
