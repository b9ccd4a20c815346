import { z } from 'zod';
import { identifierSchema, textSchema, wordsSchema } from './identifier.schema.js';

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

/** Maximum number of rows of a population. */
export const maxPeople = 100_000;

export const peopleNumberTypes = ['uint8', 'int8', 'int16', 'int32', 'float32', 'float64'] as const;

const packedNumbersSchema = z.strictObject({
  type: z.enum(peopleNumberTypes).describe('Type of the numbers.'),
  values: z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
    .describe('Numbers of all rows, in base64 of their little-endian bytes.'),
});

const peopleSchema = z.strictObject({
  count: z.int().min(1).max(maxPeople).describe('Number of rows.'),
  columns: z
    .array(packedNumbersSchema.extend({ attribute: identifierSchema.describe('Id of the attribute.') }))
    .max(200)
    .describe('One column per attribute. Attributes with categories have the position of the category.'),
  weights: packedNumbersSchema
    .optional()
    .describe('Weight of each row: agents select rows in proportion to it. Default: equal weights.'),
  origin: z
    .enum(['imported', 'weighted', 'respondents'])
    .describe(
      '`imported`: real rows. `weighted`: rows of the fitted population with other weights. `respondents`: the rows that the model was fitted to.',
    ),
  effective_count: z
    .number()
    .min(1)
    .nullable()
    .describe(
      'Number of equally weighted rows with the same sampling error; null if the rows are the exact cells of the fitted population.',
    ),
  respondent_share: z
    .number()
    .gt(0)
    .max(1)
    .describe(
      'Share of the respondents of the fitted population that remains effective after the weighting; 1 for imported rows.',
    ),
  drawn_attributes: z
    .array(identifierSchema)
    .describe('Attributes that were drawn from the fitted population, for some rows or for all.'),
});

const restrictionSchema = z.strictObject({
  conditions: z
    .array(z.strictObject({ attribute: identifierSchema, groups: z.array(identifierSchema).min(1) }))
    .min(1)
    .max(200)
    .describe(
      'Each agent is in one of the groups of each attribute: categories, or `group_1` to `group_4` for quarters.',
    ),
  share: z.number().gt(0).max(1).describe('Share of the segment in the population.'),
});

export const populationSchema = z
  .strictObject({
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
      .describe(
        'Joint distribution of several categorical attributes. Other attributes follow their own distributions.',
      ),
    correlation: z
      .array(z.array(z.number().min(-1).max(1)))
      .optional()
      .describe(
        'Correlation matrix of the Gaussian copula, in the order of the attributes. A joint table counts as one attribute, before all others. Default: independence.',
      ),
    min_respondents: z
      .int()
      .min(2)
      .optional()
      .describe(
        'Respondents behind each point of the distributions, at least: values and categories of fewer respondents are pooled. Default: distributions can contain values of single respondents.',
      ),
    people: peopleSchema
      .optional()
      .describe(
        'Rows that the agents are selected from, in place of a joint table and a correlation matrix. Next to rows of the respondents, these describe the agents of a simulation after the rows were deleted.',
      ),
    sample: z
      .strictObject({
        digest: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('SHA-256 of the canonical JSON of `people`.'),
        count: z.int().min(1).max(maxPeople).describe('Number of rows.'),
      })
      .optional()
      .describe(
        'The rows of the respondents, which the service stores apart from the definition and deletes with their dataset. Then the other fields describe the agents.',
      ),
    restriction: restrictionSchema
      .optional()
      .describe('Segment that all agents belong to. The rows of `people` are in it. Default: the whole population.'),
  })
  .meta({ id: 'PopulationModel' });

export type Attribute = z.infer<typeof attributeSchema>;
export type CategoryAttribute = Extract<Attribute, { type: 'categorical' | 'ordinal' }>;
export type NumericAttribute = Extract<Attribute, { type: 'integer' | 'continuous' }>;
export type JointTable = z.infer<typeof jointSchema>;
export type People = z.infer<typeof peopleSchema>;
export type PackedNumbers = z.infer<typeof packedNumbersSchema>;
export type Restriction = z.infer<typeof restrictionSchema>;
export type PopulationDefinition = z.infer<typeof populationSchema>;

export function hasCategories(attribute: Attribute): attribute is CategoryAttribute {
  return attribute.type === 'categorical' || attribute.type === 'ordinal';
}
