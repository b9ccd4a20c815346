import { z } from 'zod';
import { pageQueryShape } from '../../common/pagination/page.js';
import { annotationFields } from '../../common/annotations.schema.js';
import { calibrationTargetsSchema } from './target.schema.js';

export const createTargetMatchSchema = z
  .strictObject({
    workflow_id: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'Slug of a published workflow.', examples: ['swissmetro-mode-choice'] }),
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
export type CreateTargetMatch = z.infer<typeof createTargetMatchSchema>;

export const listTargetMatchesSchema = z.strictObject({
  ...pageQueryShape,
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only calibrations of this workflow.' }),
});
export type ListTargetMatches = z.infer<typeof listTargetMatchesSchema>;
