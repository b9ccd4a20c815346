import { z } from 'zod';
import { identifierSchema, isoDateSchema, textSchema } from './identifier.schema.js';
import { indicatorSchema } from './product.schema.js';

const shareSchema = z.number().min(0).max(1);
const countSchema = z.int().min(0);
const standardErrorSchema = z.number().min(0);

const dataSchema = z.strictObject({
  title: textSchema,
  citation: textSchema,
  file: textSchema,
  licence: textSchema,
  collected: textSchema,
  sample: textSchema,
  respondents: countSchema,
  observations: countSchema,
  /** Whether people told or did it, and whether chance decided what they met. */
  kind: z.enum(['stated_preference', 'revealed_preference', 'experiment', 'panel', 'observational']),
  causal: textSchema,
});

const splitSchema = z.strictObject({
  method: textSchema,
  train_observations: countSchema,
  train_respondents: countSchema,
  test_observations: countSchema,
  test_respondents: countSchema,
});

/** A model that knows less: `equal_shares`, `constants_only`. McFadden's R² is 1 - log-likelihood / its log-likelihood. */
const nullModelSchema = z.strictObject({
  id: identifierSchema,
  log_likelihood: z.number(),
  mcfadden_r2: z.number(),
});

const fitSchema = z.strictObject({
  method: textSchema,
  sample: z.enum(['train', 'full']),
  observations: countSchema,
  log_likelihood: z.number(),
  null_models: z.array(nullModelSchema),
  /** Another program's fit of the same model to the same data. */
  reference: z
    .strictObject({
      program: textSchema,
      log_likelihood: z.number(),
      /** The greatest difference of an estimate, as a part of the reference's. */
      greatest_relative_difference: z.number().min(0),
    })
    .optional(),
});

const estimateSchema = z.strictObject({
  coefficient: identifierSchema,
  estimate: z.number(),
  standard_error: standardErrorSchema,
  /** Allows for the answers of one respondent (or one village) being alike. */
  clustered_standard_error: standardErrorSchema.optional(),
});

/** Of the estimates; rows and columns in the order of `coefficients`. Parameter draws come from it. */
const covarianceSchema = z.strictObject({
  method: textSchema,
  coefficients: z.array(identifierSchema),
  matrix: z.array(z.array(z.number())),
});

/** What was seen, what the model says in closed form, and what agents did in the same situations. */
const comparedShape = {
  observed: z.number(),
  observed_standard_error: standardErrorSchema.optional(),
  predicted: z.number(),
  simulated: z.number().optional(),
};

const outcomeCheckSchema = z.strictObject({ outcome: identifierSchema, ...comparedShape });
const measureCheckSchema = z.strictObject({ measure: identifierSchema, ...comparedShape });

const segmentCheckSchema = z.strictObject({
  attribute: identifierSchema,
  category: identifierSchema,
  observations: countSchema,
  outcomes: z.array(outcomeCheckSchema),
  measures: z.array(measureCheckSchema).optional(),
});

/** The difference that one option of a parameter makes against another: by how much the share of an outcome, or a measure, moves. */
const effectCheckSchema = z.strictObject({
  label: textSchema,
  parameter: identifierSchema,
  option: textSchema,
  against: textSchema,
  outcome: identifierSchema.optional(),
  measure: identifierSchema.optional(),
  /** Of these people only. */
  among: indicatorSchema.optional(),
  observations: countSchema,
  ...comparedShape,
});

const curveCheckSchema = z.strictObject({
  curve: identifierSchema,
  label: textSchema,
  points: z.array(z.strictObject({ step: z.number(), ...comparedShape })).min(1),
  mean_absolute_error: z.number().min(0),
});

/** How good the predictions of single observations are, beside those of a model that knows less. Smaller is better, but for accuracy and AUC. */
const scoreSchema = z.strictObject({
  id: z.enum(['log_loss', 'brier', 'accuracy', 'auc', 'mean_absolute_error', 'root_mean_squared_error']),
  value: z.number(),
  null_value: z.number().optional(),
});

const holdOutSchema = z.strictObject({
  observations: countSchema,
  respondents: countSchema,
  scores: z.array(scoreSchema).min(1),
  /** Against the null model's shares of the train sample; nothing where the family has no such likelihood. */
  mcfadden_r2: z.number().optional(),
  /** Half the sum of the absolute differences between observed and predicted shares. */
  total_variation: shareSchema.optional(),
  outcomes: z.array(outcomeCheckSchema),
  measures: z.array(measureCheckSchema).optional(),
  segments: z.array(segmentCheckSchema),
  effects: z.array(effectCheckSchema).optional(),
  curves: z.array(curveCheckSchema).optional(),
  /** How the agents were simulated: how many for each held-out situation, and the seed. */
  simulation: z.strictObject({ agents: countSchema, seed: countSchema }).optional(),
});

export const evidenceSchema = z.strictObject({
  data: dataSchema,
  split: splitSchema,
  /** The fit that the decision uses first. */
  fits: z.array(fitSchema).min(1),
  estimates: z.array(estimateSchema),
  covariance: covarianceSchema.optional(),
  hold_out: holdOutSchema,
  /** Where this model stops being a good guide, in plain words. */
  limits: z.array(textSchema).min(1),
  calibrated_on: isoDateSchema,
  calibrated_with: textSchema,
  engine_version: textSchema,
});

export type Evidence = z.infer<typeof evidenceSchema>;
export type HoldOut = z.infer<typeof holdOutSchema>;
export type Fit = z.infer<typeof fitSchema>;
