import { z } from 'zod';
import { dryRunSchema } from '../estimates/estimate.schema.js';
import { objectType } from '../object-type.js';
import { sensitivityShape } from './sensitivity.record.js';

/** The estimate of a sensitivity analysis, with all defaults filled in. */
export const sensitivityDryRunSchema = z
  .strictObject({
    object: objectType('sensitivity_dry_run'),
    dry_run: z.literal(true),
    ...sensitivityShape,
    evaluations_max: z
      .int()
      .min(1)
      .meta({ description: 'Maximum evaluations of all agents.', examples: [141] }),
    cost: dryRunSchema.shape.cost,
  })
  .meta({ id: 'SensitivityDryRun' });
export type SensitivityDryRun = z.infer<typeof sensitivityDryRunSchema>;
