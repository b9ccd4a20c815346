import { z } from 'zod';
import { objectType } from '../object-type.js';
import { studyDryRunShape } from '../studies/study.record.js';
import { sensitivityShape } from './sensitivity.record.js';

/** The estimate of a sensitivity analysis, with all defaults filled in. */
export const sensitivityDryRunSchema = z
  .strictObject({
    object: objectType('sensitivity_dry_run'),
    ...sensitivityShape,
    ...studyDryRunShape,
  })
  .meta({ id: 'SensitivityDryRun' });
export type SensitivityDryRun = z.infer<typeof sensitivityDryRunSchema>;
