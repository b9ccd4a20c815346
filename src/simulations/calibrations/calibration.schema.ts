import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { annotationFields } from '../annotations.schema.js';
import { createSimulationSchema } from '../simulation.schema.js';
import { calibrationTargetsSchema } from './calibration-target.schema.js';

const { workflow_id } = createSimulationSchema.shape;

export const createCalibrationSchema = z
  .strictObject({
    workflow_id,
    calibration_targets: calibrationTargetsSchema,
    name: annotationFields.name.meta({ examples: ['Commuters 2026'] }),
  })
  .meta({
    examples: [
      {
        workflow_id: 'swissmetro-mode-choice',
        calibration_targets: [{ outcome: 'train', share: 0.18, standard_error: 0.01 }],
        name: 'Commuters 2026',
      },
    ],
  });
export type CreateCalibration = z.infer<typeof createCalibrationSchema>;

export const listCalibrationsSchema = z.strictObject({
  ...pageQueryShape,
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only calibrations of this workflow.' }),
});
export type ListCalibrations = z.infer<typeof listCalibrationsSchema>;
