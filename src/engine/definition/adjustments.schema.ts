import { z } from 'zod';
import { targetAdjustmentSchema } from './target-adjustment.schema.js';

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
