import { z } from 'zod';
import { dryRunSchema } from '../estimates/estimate.schema.js';
import { objectType } from '../object-type.js';
import { goalShape } from './goal.record.js';

/** The estimate of a goal, with all defaults filled in. */
export const goalDryRunSchema = z
  .strictObject({
    object: objectType('goal_dry_run'),
    dry_run: z.literal(true),
    ...goalShape,
    evaluations_max: z
      .int()
      .min(1)
      .meta({ description: 'Maximum evaluations of all agents.', examples: [80] }),
    cost: dryRunSchema.shape.cost,
  })
  .meta({ id: 'GoalDryRun' });
export type GoalDryRun = z.infer<typeof goalDryRunSchema>;
