import { z } from 'zod';
import { identifierSchema } from './identifier.schema.js';

/** Observed share of an outcome that the baseline must match. */
export const calibrationTargetSchema = z.strictObject({
  outcome: identifierSchema.describe('Id of the outcome or outcome group.'),
  share: z.number().min(0).max(1).describe('Observed share, above 0 and below 1.'),
  standard_error: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Standard error of the observed share. Default: 0, an exact share.'),
  where: z
    .record(identifierSchema, z.array(identifierSchema).min(1).max(255))
    .optional()
    .describe(
      'Group of agents of the share: accepted categories by attribute. An agent belongs to it if all attributes match. Default: all agents.',
    ),
});

const targetAdjustmentSchema = z.strictObject({
  seed: z.int().min(0).describe('Random seed of the agents that match the targets.'),
  agent_count: z.int().min(1).describe('Number of agents that match the targets.'),
  targets: z
    .array(
      calibrationTargetSchema.extend({
        predicted: z.number().describe('Share of the baseline before the adjustment.'),
        agents: z.int().min(1).describe('Number of agents in the group of the target.'),
      }),
    )
    .min(1)
    .describe('Targets, with the shares before the adjustment.'),
  constants: z
    .array(
      z.strictObject({
        coefficient: identifierSchema.describe('Id of the coefficient.'),
        before: z
          .number()
          .nullable()
          .describe('Estimate of the published definition; null for a constant that the adjustment added.'),
        after: z.number().describe('Value that matches the targets.'),
      }),
    )
    .describe('Constants that match the targets. They keep their values if the baseline had the shares before.'),
  covariance: z
    .strictObject({
      coefficients: z.array(identifierSchema).describe('Coefficients of the rows and columns, in order.'),
      matrix: z.array(z.array(z.number())).describe('Covariance matrix.'),
    })
    .optional()
    .describe('Covariance of the constants due to the standard errors of the targets. Omitted for exact targets.'),
});

export type CalibrationTarget = z.infer<typeof calibrationTargetSchema>;
export type TargetAdjustment = z.infer<typeof targetAdjustmentSchema>;

/**
 * What was changed in a published definition for one request. It makes results self-contained: the adjusted definition is stored and appears in
 * the manifest. Each adjustment adds its own field.
 */
export const adjustmentsSchema = z.strictObject({
  published_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
    .describe('Digest of the published definition before the adjustments.'),
  targets: targetAdjustmentSchema.optional().describe('Observed shares that the constants match, and their errors.'),
});
