import { z } from 'zod';
import { evidenceSchema, slugSchema, textSchema, wordsSchema } from '../definition.js';
import type { TasteDistribution } from '../families/conditional-logit/conditional-logit.schema.js';
import { linkSchema } from '../equations/linear.schema.js';

/** Entries by name. Names come from data, so the object inherits no properties such as `constructor`. */
const byName = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string(), value)
    .transform((entries) => Object.assign(Object.create(null) as Record<string, z.output<Value>>, entries));

/** A value of a column: YAML reads `1` as a number and `yes` as a text. */
const valueSchema = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text or a number' });

/** A list of values in their order, or the label of each value. The first one is the reference. */
const levelsSchema = z.union(
  [
    z.array(valueSchema).min(2).max(255),
    z.record(
      z.string(),
      z.union([textSchema, z.strictObject({ label: textSchema, phrase: textSchema.optional(), words: wordsSchema })]),
    ),
  ],
  { error: 'must be a list of values, or { value: label }' },
);

const columnSchema = z.strictObject({
  label: textSchema.optional().describe('Display name. Default: the name of the column.'),
  unit: textSchema.optional().describe('Unit of numbers.'),
  type: z
    .enum(['category', 'ordered', 'integer', 'number'])
    .optional()
    .describe('Default: numbers are numbers, texts and columns with two values are categories.'),
  levels: levelsSchema.optional().describe('Categories in their order, with labels. The first one is the reference.'),
  reference: valueSchema.optional().describe('Reference category. Default: the first one in the order of R.'),
  phrase: textSchema.optional().describe('Sentence of the introduction, with the value in braces: `I am {age} old`.'),
});

/** A part that is written out. The check of the recipe finds its problems. */
const fieldsSchema = z.record(z.string(), z.unknown(), { error: 'must be { field: value }' });
/** Items by id. JavaScript would move an id such as 1985 to the start of a map, so that a list has the ids in its items. */
const itemsSchema = z.union([fieldsSchema, z.array(fieldsSchema)], { error: 'must be { id: item }' });

/** Fields of a parameter of which each states its type, so that it is written out. */
const parameterTypes = ['options', 'number', 'integer'];
export const isWrittenOut = (parameter: object) => parameterTypes.some((type) => type in parameter);

const ownParameter = z.looseObject({
  label: textSchema.optional(),
  description: textSchema.optional(),
  randomized: z.boolean().optional().describe('Whether the values were assigned at random.'),
  compare: levelsSchema.optional().describe('Values that scenarios can set, with labels. Default: those of the data.'),
  baseline: valueSchema
    .optional()
    .describe(
      'Value of all agents without a change, such as the control group. Default: each agent has its own value; numbers that are set have the first value of `compare`, and those of alternatives the median.',
    ),
  change: z
    .enum(['set', 'add', 'multiply'], {
      error: 'must be set, add or multiply; the phrase of a parameter that is written out is its `sentence`',
    })
    .optional()
    .describe(
      'What a scenario does: sets all agents to a value, adds a number to the own value of each, or multiplies it. Default: `set` for categories and for numbers with at most 12 values, otherwise `multiply` for positive numbers and `add` for others. `set` without `compare` sets a number to any value of its range.',
    ),
  each: z
    .literal('alternative')
    .optional()
    .describe('One parameter for each alternative. Default: one for all alternatives.'),
  minimum: z.number().optional().describe('Lowest value of a parameter that adds or multiplies.'),
  maximum: z.number().optional().describe('Highest value of a parameter that adds or multiplies.'),
});

/** A column of the formula that becomes a parameter, or a parameter that is written out. */
const parameterSchema = ownParameter.check(({ value, issues }) => {
  const keys = isWrittenOut(value) ? [] : Object.keys(value).filter((key) => !(key in ownParameter.shape));
  if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
});

const outcomeSchema = z.strictObject({
  event: valueSchema.optional().describe('Value of the outcome that the model predicts.'),
  label: textSchema.optional().describe('Display name of the event, or of a number.'),
  other: textSchema.optional().describe('Display name of the other value.'),
  order: z.array(valueSchema).min(3).max(50).optional().describe('Values of an ordered outcome, lowest first.'),
  labels: byName(textSchema).optional().describe('Labels of values.'),
  link: linkSchema.describe(
    'Link of an outcome with two values, of counts of successes, or of an outcome with an order. Default: logit.',
  ),
  unit: textSchema.optional().describe('Unit of a count, a duration or an amount.'),
  period: z
    .number()
    .positive()
    .optional()
    .describe(
      'Length of a period, in the unit of the durations, which are rounded up to whole periods. Default: 1, and durations are whole numbers.',
    ),
  distribution: z
    .enum(['poisson', 'negative_binomial'])
    .optional()
    .describe('Distribution of counts. Default: negative binomial if they vary more than Poisson counts.'),
});

/** Columns of a variable: a pattern, or the column of each alternative. */
const columnsOfAlternatives = z.union([z.string().includes('{alt}'), byName(textSchema)], {
  error: 'must contain {alt}, such as price_{alt}, or name the column of each alternative',
});

const alternativesSchema = z.strictObject({
  shape: z.enum(['wide', 'long']),
  columns: byName(columnsOfAlternatives)
    .optional()
    .describe(
      'Wide: columns of each variable, such as `price: "{alt}_price"`. Default: `variable_alternative` or `alternative_variable`.',
    ),
  id: textSchema
    .optional()
    .describe(
      'Long: the column with the alternative of a row. Default: alternatives have no names, and are numbered in the order of their rows.',
    ),
  situation: z
    .union([textSchema, z.array(textSchema).min(1).max(5)])
    .optional()
    .describe(
      'Long: the column with the choice situation of a row, or several that identify it together: `situation: [respondent, task]`.',
    ),
  misfits: z
    .literal('drop')
    .optional()
    .describe(
      'Long: `drop` leaves out situations without exactly one chosen row, and those with an alternative twice. Default: an error names them.',
    ),
  opt_out: textSchema
    .optional()
    .describe(
      'Long: name of the alternative of situations without a chosen row, such as no purchase. It has no rows, unless `opt_out_rows` names them.',
    ),
  opt_out_rows: z
    .array(textSchema)
    .min(1)
    .optional()
    .describe('Long: columns that are all empty or 0 in the row of the opt-out, such as the price. Default: none.'),
  blank: z
    .literal('unavailable')
    .optional()
    .describe(
      '`unavailable`: an alternative whose variables are all empty in a row is not available. Default: values are missing.',
    ),
  reference: valueSchema.optional().describe('Alternative without a constant. Default: the first one.'),
  constants: z
    .array(valueSchema)
    .max(100)
    .optional()
    .describe(
      'Alternatives with a constant and with variables of the respondent. Default: all except the reference. `[]`: the names of alternatives mean nothing, so that only their variables differ.',
    ),
  available: columnsOfAlternatives.optional().describe('Wide: columns with 1 if the alternative is available.'),
  nests: byName(z.array(valueSchema).min(2, 'a nest needs at least 2 alternatives: remove it'))
    .optional()
    .describe(
      'Groups of close substitutes, by name: `nests: { ground: [train, bus] }`. An alternative can be in two. Default: none.',
    ),
  ranks: z
    .union([z.array(textSchema).min(1).max(99), z.int().min(2).max(100)], {
      error: 'must be a list of columns, or the number of ranks of a long file',
    })
    .optional()
    .describe(
      'Rankings. Wide: columns with the second best alternative, the third one and so on: `ranks: [second, third]`. Long: number of ranks, which the outcome has instead of 1 and 0. Default: only the first choice.',
    ),
  worst: textSchema
    .optional()
    .describe(
      'Column with the worst alternative of each choice. Long: 1 in its row, or the column of the outcome with 1 and -1. Default: unknown.',
    ),
  scale: textSchema
    .optional()
    .describe(
      'Column of groups whose choices are more or less random than those of its first value, such as the survey of a row. Default: none.',
    ),
  classes: z
    .union(
      [
        z
          .int()
          .min(2)
          .max(20)
          .transform((number) => ({ number })),
        z.strictObject({ number: z.int().min(2).max(20), membership: textSchema.optional() }),
      ],
      { error: 'must be a whole number from 2 to 20, or { number: 2, membership: age + income }' },
    )
    .transform((classes): { number: number; membership?: string | undefined } => classes)
    .optional()
    .describe(
      'Number of latent classes, which have different coefficients: `classes: 3`. `membership` has columns of the respondent that determine the share of each class: `classes: { number: 2, membership: age + income }`. Default: one class.',
    ),
  random: byName(
    z
      .union(
        [
          z.enum(['normal', 'uniform', 'triangular']).transform((distribution) => ({ distribution })),
          z.strictObject({ distribution: z.literal('log_normal'), sign: z.union([z.literal(1), z.literal(-1)]) }),
        ],
        {
          error: 'must be normal, uniform, triangular, or { distribution: log_normal, sign: -1 } with the sign 1 or -1',
        },
      )
      .transform((taste): { distribution: TasteDistribution; sign?: 1 | -1 } => taste),
  )
    .optional()
    .describe(
      'Random coefficients, by id: `random: { time: normal, cost: { distribution: log_normal, sign: -1 } }`. They are the same in all choices of a respondent. Default: coefficients are the same for all.',
    ),
  correlated: z
    .boolean()
    .default(false)
    .describe('Whether the random coefficients are correlated. Only normal and log-normal ones can be.'),
  money: textSchema
    .optional()
    .describe(
      'Random log-normal coefficient of an amount of money: every other coefficient is then an amount (willingness-to-pay space).',
    ),
  last_choice: z
    .strictObject({
      column: textSchema,
      periods: z.int().min(2).max(100),
      unit: textSchema.default('periods'),
    })
    .optional()
    .describe(
      'For choices that depend on the last one: its column, and the number of choices of an agent in a simulation: `last_choice: { column: previous, periods: 12, unit: purchases }`. Default: agents choose once.',
    ),
  sampling: byName(z.number().positive().max(1))
    .optional()
    .describe('Probability of being sampled, by alternative, if respondents were sampled by their choice.'),
  labels: byName(textSchema).optional(),
});

const { kind } = evidenceSchema.shape.data.shape;

/** Spec of a workflow: a formula, what does not follow from the data, and parts that are written out in place of inferred ones. */
export const specSchema = z.strictObject({
  data: z
    .union([textSchema, fieldsSchema])
    .optional()
    .describe('File with the data, for the command line. Or how rows are read: `columns`, `expand` and others.'),
  title: textSchema,
  id: slugSchema.optional().describe('Id of the workflow. Default: from the title.'),
  version: z.string().default('1.0.0'),
  source: textSchema.optional().describe('Citation of the data.'),
  date: z
    .union([z.string(), z.number()])
    .transform(String)
    .optional()
    .describe('Year, month or day of the data. Default: the year of the fit.'),
  license: textSchema.optional(),
  sample: textSchema.optional().describe('Who or what the rows are.'),
  kind: kind
    .optional()
    .describe('Kind of data. Default: `experiment` if a parameter is randomized, else `observational`.'),
  summary: textSchema.optional(),
  formula: textSchema.optional().describe('Default: the decision is written out.'),
  family: z
    .enum(['binary_logit', 'ordered_logit', 'counts', 'hazard', 'willingness_to_pay', 'amounts', 'conditional_logit'])
    .optional()
    .describe('Model family of the formula. Default: from the outcome.'),
  outcome: outcomeSchema.prefault({}),
  alternatives: alternativesSchema.optional(),
  id_column: textSchema.optional().describe('Column with the respondent of a row. Default: each row is a respondent.'),
  group: textSchema
    .optional()
    .describe('Column with rows that belong together: no split cuts a group, and standard errors allow for it.'),
  weight: textSchema.optional().describe('Column with weights.'),
  weight_kind: z.enum(['sampling', 'frequency']).optional(),
  split: z
    .union([
      z.strictObject({
        column: textSchema,
        train: valueSchema.transform(String),
        test: valueSchema.transform(String),
        cuts_groups: z.boolean().default(false).describe('Whether the split can cut groups.'),
      }),
      z.strictObject({ seed: z.int().min(0).default(1), share: z.number().min(0.05).max(0.5).default(0.3) }),
    ])
    .optional()
    .describe('Held-out rows. Default: 30% of the groups, selected at random with seed 1.'),
  missing: z
    .union([z.enum(['drop', 'impute']), byName(z.enum(['drop', 'impute']))])
    .optional()
    .describe('What happens to rows without a value. `impute`: the median or the most frequent category.'),
  missing_values: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .describe('Texts that mean an empty cell, in addition to the usual ones.'),
  columns: byName(columnSchema).prefault({}),
  units: byName(textSchema).prefault({}).describe('Units of columns.'),
  parameters: byName(parameterSchema)
    .prefault({})
    .describe('Columns that become parameters of scenarios, or parameters with `options`, a `number` or an `integer`.'),
  levers: byName(parameterSchema).optional().describe('Older name of `parameters`, accepted until 1.0.'),
  population: z
    .union([z.array(textSchema), z.literal('synthetic'), fieldsSchema], {
      error: 'must be a list of columns, synthetic, or { description, source }',
    })
    .default([])
    .describe(
      'Columns that agents have in addition to those of the formula. `synthetic`: agents are drawn from a fitted distribution, for data whose rows must not be stored. Default: agents are the rows of the data.',
    ),
  baseline_reason: textSchema.optional().describe('Why the baseline has another level than the data.'),
  priors: byName(z.strictObject({ mean: z.number(), sd: z.number().positive() }))
    .optional()
    .describe('Normal priors, by id of the coefficient: `priors: { price: { mean: -0.5, sd: 0.2 } }`. Default: none.'),
  limits: z.array(textSchema).optional(),
  questions: z
    .strictObject({
      examples: z.array(textSchema).optional(),
      not_for: z.array(textSchema).optional(),
      words: fieldsSchema.optional().describe('Words of attributes, parameters and options in questions.'),
    })
    .default({}),
  domain: textSchema.optional(),
  attributes: itemsSchema.optional(),
  assignments: itemsSchema.optional(),
  decision: fieldsSchema.optional(),
  outcome_groups: itemsSchema.optional(),
  headline_outcome: textSchema.optional(),
  evidence: fieldsSchema.optional(),
  narrative: fieldsSchema.optional(),
  fit: fieldsSchema.optional(),
});

export type Spec = z.infer<typeof specSchema>;
export type ColumnsOfAlternatives = z.infer<typeof columnsOfAlternatives>;
export type SpecLevels = z.infer<typeof levelsSchema>;
export type SpecParameterFields = Spec['parameters'][string];

/** Columns that agents have in addition to those of the formula. */
export const populationColumns = ({ population }: Spec): readonly string[] =>
  Array.isArray(population) ? population : [];

/** The file with the data. */
export const fileOf = ({ data }: Spec): string | undefined => (typeof data === 'string' ? data : undefined);

/** Columns that become parameters. Other parameters are written out. */
export const parameterColumns = ({ parameters }: Spec): [string, SpecParameterFields][] =>
  Object.entries(parameters).filter(([, parameter]) => !isWrittenOut(parameter));
