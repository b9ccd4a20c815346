import { z } from 'zod';
import { identifierSchema, isoDateSchema, textSchema } from './identifier.schema.js';

const shareSchema = z.number().min(0).max(1);
const countSchema = z.int().min(0);

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
  kind: z.enum(['stated_preference', 'revealed_preference', 'experiment', 'panel']),
  causal: textSchema,
});

const splitSchema = z.strictObject({
  method: textSchema,
  train_observations: countSchema,
  train_respondents: countSchema,
  test_observations: countSchema,
  test_respondents: countSchema,
});

const fitSchema = z.strictObject({
  method: textSchema,
  sample: textSchema,
  observations: countSchema,
  log_likelihood: z.number(),
  log_likelihood_equal_shares: z.number(),
  log_likelihood_constants_only: z.number(),
  /** 1 - log-likelihood / log-likelihood of the named null model. */
  mcfadden_r2_equal_shares: z.number(),
  mcfadden_r2_constants_only: z.number(),
});

const estimateSchema = z.strictObject({
  coefficient: identifierSchema,
  estimate: z.number(),
  standard_error: z.number().min(0),
  /** Allows for the answers of one respondent being alike. */
  clustered_standard_error: z.number().min(0),
});

/** Of the estimates; rows and columns in the order of `coefficients`. */
const covarianceSchema = z.strictObject({
  method: textSchema,
  coefficients: z.array(identifierSchema),
  matrix: z.array(z.array(z.number())),
});

const outcomeCheckSchema = z.strictObject({
  outcome: identifierSchema,
  observed: shareSchema,
  observed_standard_error: z.number().min(0),
  predicted: shareSchema,
});

const segmentCheckSchema = z.strictObject({
  attribute: identifierSchema,
  category: identifierSchema,
  observations: countSchema,
  outcomes: z.array(outcomeCheckSchema),
});

const holdOutSchema = z.strictObject({
  observations: countSchema,
  respondents: countSchema,
  log_loss: z.number(),
  log_loss_constants_only: z.number(),
  brier: z.number(),
  brier_constants_only: z.number(),
  accuracy: shareSchema,
  accuracy_majority: shareSchema,
  mcfadden_r2: z.number(),
  /** Half the sum of the absolute differences between observed and predicted shares. */
  total_variation: shareSchema,
  outcomes: z.array(outcomeCheckSchema),
  segments: z.array(segmentCheckSchema),
});

export const evidenceSchema = z.strictObject({
  data: dataSchema,
  split: splitSchema,
  fit: fitSchema,
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
