import { z } from 'zod';
import {
  evidenceSchema,
  identifierSchema,
  indicatorSchema,
  isoDateSchema,
  textSchema,
  type WorkflowDefinition,
} from '../../definition.js';
import { averagingKinds } from '../../fitting/mixtures/taste-points.js';
import { cellSchema } from './cell.schema.js';

/**
 * Names of values: `attribute.age`, `parameter.mailing`, `assignment.seats`, `state.period`, `outcome`,
 * `outcome.lower`.
 */
const targetSchema = z
  .string()
  .regex(
    /^((attribute|parameter|assignment|state)\.[a-z0-9_]+|outcome(\.[a-z0-9_]+)?)$/,
    'must be one of attribute.<id>, parameter.<id>, assignment.<id>, state.<id>, outcome or outcome.<part>',
  );

const expandSchema = z.union(
  [
    /**
     * Rows are respondents with `outcome.duration` (periods, from 1) and `outcome.event` (0 or 1). Each expands to one
     * row per period at risk.
     */
    z.strictObject({ durations: z.strictObject({ longest: z.int().min(1).optional() }) }),
    /**
     * Rows are respondents in groups, with `outcome.adopted` (period, from 1; missing for nonadopters) and contacts in a file of
     * edges. Each expands to one row per period until adoption, with the states `period`, `exposure` and `group_share`.
     */
    z.strictObject({
      network: z.strictObject({
        periods: z.int().min(1),
        node: textSchema,
        group: textSchema,
        from: textSchema,
        to: textSchema,
      }),
    }),
  ],
  { error: 'must be { durations: { longest? } } or { network: { periods, node, group, from, to } }' },
);

const dataSchema = z.strictObject({
  columns: z.record(targetSchema, cellSchema),
  /** Texts that mean an empty cell. Default: the empty text. */
  missing: z.array(z.string()).default(['']),
  /** Column with the respondent of each row. Default: each row is a separate respondent. */
  respondent: textSchema.optional(),
  /** Column with clusters of correlated responses. Default: respondents. */
  cluster: textSchema.optional(),
  sampling: z
    .record(identifierSchema, z.number().positive().max(1))
    .optional()
    .describe(
      'Probability of being sampled, by outcome, if respondents were sampled by their choice. The estimates then describe the population. Only ratios matter. Default: the same for all outcomes.',
    ),
  weight: textSchema.optional().describe('Column with the weight of each row, a number of at least 0. Default: 1.'),
  weight_kind: z
    .enum(['sampling', 'frequency'])
    .default('sampling')
    .describe(
      'Meaning of the weights. `sampling`: each row is one respondent, and the weight corrects for unequal probabilities of selection; its scale does not matter. `frequency`: each row represents that whole number of separate respondents with equal values.',
    ),
  split: z
    .union(
      [
        z.strictObject({ column: textSchema, train: z.string(), test: z.string() }),
        z.strictObject({
          seed: z.int().min(0),
          share: z.number().min(0.05).max(0.5).describe('Share of held-out clusters.'),
        }),
      ],
      { error: 'must be { column, train, test } or { seed, share }' },
    )
    .describe(
      'Training and held-out rows: a column that assigns each row, or a random selection of clusters (or of respondents, or of rows) with a seed.',
    ),
  /** Rows are dropped if one of these values is missing: columns of the file, or names under `columns`. */
  drop_when_missing: z.array(textSchema).default([]),
  /** Rows are dropped unless all of these conditions are true. */
  keep_when: z.array(z.strictObject({ column: textSchema, in: z.array(z.string()).min(1) })).default([]),
  expand: expandSchema.optional(),
});

/** One option of a choice, several options together, or a range of a number. */
const optionsSchema = z.union([
  z.string(),
  z.number(),
  z.array(z.string()).min(1),
  z.strictObject({ at_least: z.number().optional(), at_most: z.number().optional() }),
]);

const effectSchema = z.strictObject({
  label: textSchema,
  parameter: identifierSchema,
  option: optionsSchema,
  against: optionsSchema,
  outcome: identifierSchema.optional(),
  measure: identifierSchema.optional(),
  /** A curve with one of its steps, in place of an outcome. */
  curve: identifierSchema.optional(),
  step: z.number().optional(),
  among: indicatorSchema.optional(),
  /** Leaves the effect out if the held-out rows do not contain it, such as a mean of durations that all were still going on. */
  if_known: z.boolean().optional(),
});

const referenceSchema = z.strictObject({
  program: textSchema,
  /** Paths of the fits of the samples in the file: keys joined by dots. */
  train: z.string(),
  full: z.string().optional(),
  /**
   * Names of our coefficients in the reference fit, if they differ. `first/(Intercept)` is in the part `first` of a fit
   * in parts. `{ field, transform }` is a number elsewhere in the fit, with keys joined by dots. A coefficient with
   * null is not compared.
   */
  coefficients: z
    .record(
      identifierSchema,
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ field: z.string(), transform: z.enum(['log', 'negative_log']).optional() }),
      ]),
    )
    .default({}),
});

const fitSchema = z.strictObject({
  /** Sample whose estimates the decision uses. Held-out results always come from the fit of the training sample. */
  sample: z.enum(['train', 'full']).default('full'),
  /** Whether standard errors and parameter draws account for correlation within clusters. */
  clustered: z.boolean().default(false),
  method: z.enum(['newton', 'bfgs']).default('newton'),
  bootstrap: z
    .strictObject({
      replicates: z.int().min(50).max(10_000).default(200),
      seed: z.int().min(0).max(4_294_967_295).default(1),
    })
    .optional()
    .describe(
      'Standard errors, and the covariance of the parameter draws, from fits to resampled clusters or respondents. Default: from derivatives of the likelihood.',
    ),
  priors: z
    .record(identifierSchema, z.strictObject({ mean: z.number(), sd: z.number().positive() }))
    .default({})
    .describe(
      'Normal priors, by coefficient, such as results of an earlier study. The estimates are then the mode of the posterior distribution. Default: none.',
    ),
  draws: z
    .strictObject({
      count: z
        .int()
        .min(10)
        .max(100_000)
        .optional()
        .describe('Draws, or points of the quadrature, for each respondent. Default: 200, or 100 for a quadrature.'),
      kind: z
        .enum(averagingKinds)
        .optional()
        .describe(
          '`quadrature`: trapezoidal sums, for a single taste. `halton`: Halton sequences, with Latin hypercube draws after five tastes. `mlhs`: modified Latin hypercube. Default: `quadrature` for one taste, `halton` for up to five, otherwise `mlhs`.',
        ),
    })
    .default({})
    .describe('Draws of random tastes. The calibrator repeats the fit with twice as many draws.'),
  /** Minimum number of rows with a nonzero term, per coefficient. */
  least_rows: z.int().min(1).default(5),
  /** Minimum number of held-out observations of a group in the evidence. */
  least_segment: z.int().min(1).default(50),
  effects: z.array(effectSchema).default([]),
  baseline_reason: textSchema
    .optional()
    .describe(
      'Sentence that states why the baseline has another level than the data, such as the control group of an experiment. Default: the baseline must agree with all respondents.',
    ),
  /** Whether the check of the baseline gives each row the values of the parameters that it has in the data, not those of the baseline. */
  baseline_with_own_values: z.boolean().default(false),
  /** Whether margins count each respondent once or each row once. */
  population_people: z.enum(['respondents', 'rows']).default('respondents'),
  /**
   * Agents of simulations: rows of the data, or draws from the fitted distribution, which must then have the outcomes of the rows. Default: such
   * draws without this check.
   */
  agents: z.enum(['respondents', 'synthetic']).optional(),
  /**
   * Respondents behind each point of the fitted distributions, at least: values and categories of fewer respondents are pooled. With 1, for
   * public data, distributions contain values of single respondents.
   */
  min_respondents: z.int().min(1).max(1000).default(10),
  /** Bootstrap replicates of the population, for the population error. */
  population_replicates: z.int().min(20).max(1000).default(50),
  /** Attributes with categories that form a joint table. */
  joint: z.array(identifierSchema).min(2).optional(),
  reference: referenceSchema.optional(),
});

const evidence = evidenceSchema.shape;

const draftEvidenceSchema = z.strictObject({
  data: evidence.data.omit({ respondents: true, observations: true, effective_respondents: true }),
  split: evidence.split.pick({ method: true }).optional(),
  limits: evidence.limits,
  calibrated_on: isoDateSchema.optional(),
});

export const recipeSchema = z.strictObject({
  /** Definition without calibrated values; `parseRecipe` checks it as a complete definition. */
  definition: z.looseObject({ evidence: draftEvidenceSchema }),
  data: dataSchema,
  fit: fitSchema.prefault({}),
});

export type RecipeDocument = z.infer<typeof recipeSchema>;
export type DraftDefinition = RecipeDocument['definition'];
export type RecipeData = RecipeDocument['data'];
export type RecipeFit = RecipeDocument['fit'];
export type RecipeEffect = RecipeFit['effects'][number];
export type RecipeReference = NonNullable<RecipeFit['reference']>;
export type EffectOptions = RecipeEffect['option'];

/** The decision as a single choice: the rows of the data are single choices after an observed last one, so fits do not depend on the periods. */
export function ofOneChoice<Document extends object>(document: Document): Document {
  const { decision } = document as { decision?: unknown };
  if (typeof decision !== 'object' || decision === null || !('periods' in decision) || !('alternatives' in decision))
    return document;
  const once = Object.entries(decision).filter(([field]) => field !== 'periods');
  return { ...document, decision: Object.fromEntries(once) as unknown };
}

/** Id of the attribute with the last choice of a decision with periods. */
export function lastChoiceOf({ decision }: Pick<WorkflowDefinition, 'decision'>): string | undefined {
  return decision.family === 'conditional_logit' ? decision.periods?.last_choice : undefined;
}
