import { z } from 'zod';
import type { Adjustments } from '../../../model/simulate.js';
import { alternativesSchema } from './alternatives.schema.js';
import { calibrationIdSchema, calibrationTargetsSchema, targetsOf } from '../target-matches/target-match.record.js';
import { groupsOf, whereFieldSchema } from './where.schema.js';

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

/** Converts the request to the input of the engine. */
export function toEngine({ where, alternatives, calibration_targets: targets }: AdjustmentRequest): Adjustments {
  return { where: where && groupsOf(where), alternatives, targets: targets && targetsOf(targets) };
}

/** The adjustments of a simulation in API responses. */
export const adjustmentsRecordSchema = z
  .strictObject({
    published_digest: z.string().meta({
      description: 'SHA-256 of the published definition, before the adjustments.',
      examples: ['0'.repeat(64)],
    }),
    ...adjustmentFields,
    warnings: z
      .array(
        z.strictObject({
          code: z.string().meta({ description: 'Stable code.', examples: ['extrapolation'] }),
          message: z.string().meta({ description: 'Limit of the adjusted model, as readable text.' }),
        }),
      )
      .meta({ description: 'Limits of the adjusted model.', examples: [[]] }),
  })
  .meta({ id: 'Adjustments' })
  .nullable()
  .meta({
    description: 'Adjustments of the published definition; null if there are none.',
    examples: [null],
  });
export type AdjustmentsRecord = z.infer<typeof adjustmentsRecordSchema>;
