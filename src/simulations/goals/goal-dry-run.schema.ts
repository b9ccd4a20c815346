import { z } from 'zod';
import { objectType } from '../object-type.js';
import { studyDryRunShape } from '../studies/study.record.js';
import { goalShape } from './goal.record.js';

/** The estimate of a goal, with all defaults filled in. */
export const goalDryRunSchema = z
  .strictObject({
    object: objectType('goal_dry_run'),
    ...goalShape,
    ...studyDryRunShape,
  })
  .meta({ id: 'GoalDryRun' });
export type GoalDryRun = z.infer<typeof goalDryRunSchema>;
