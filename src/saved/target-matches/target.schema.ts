import { z } from 'zod';
import type { Adjustments } from '../../engine/simulate.js';
import { groupsOf, whereFieldSchema } from '../adjustments/where.schema.js';

const idSchema = z.string().min(1).max(64);
const maxTargets = 30;

export const calibrationIdSchema = z
  .string()
  .regex(/^cal_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the calibration.', examples: ['cal_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

export const calibrationTargetSchema = z
  .strictObject({
    outcome: idSchema.meta({ description: 'Id of an outcome or outcome group of the workflow.', examples: ['train'] }),
    share: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Observed share, above 0 and below 1.', examples: [0.18] }),
    standard_error: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({
        description:
          'Standard error of the observed share. The errors of the results then have the part `targets`. Default: 0, an exact share.',
        examples: [0.01],
      }),
    where: whereFieldSchema
      .refine((where) => Object.keys(where).length <= 8, 'can have at most 8 attributes')
      .optional()
      .meta({
        description:
          'Group of agents of the share: the accepted categories of up to 8 attributes that have categories. Default: all agents.',
        examples: [{ sex: 'female' }],
      }),
  })
  .meta({ id: 'CalibrationTarget' });

export const calibrationTargetsSchema = z
  .array(calibrationTargetSchema)
  .min(1)
  .max(maxTargets)
  .meta({
    description: `Observed shares of outcomes in your market, 1 to ${maxTargets}. The constants of the model change until the expected shares of the baseline match them; all other coefficients stay. Not available for workflows with interacting agents.`,
    examples: [[{ outcome: 'train', share: 0.18, standard_error: 0.01 }]],
  });
export type CalibrationTargets = z.infer<typeof calibrationTargetsSchema>;

/** Converts requested targets to the input of the engine. */
export function targetsOf(targets: CalibrationTargets): NonNullable<Adjustments['targets']> {
  return targets.map(({ where, ...target }) => ({ ...target, ...(where && { where: groupsOf(where) }) }));
}
