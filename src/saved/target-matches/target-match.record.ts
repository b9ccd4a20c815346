import { strictObject, z } from 'zod';
import { listOf, number, positive, prefixedId, text, time } from '../../common/schemas.js';
import type { Adjustments } from '../../../model/simulate.js';
import { groupsOf, whereFieldSchema } from '../adjustments/where.schema.js';
import { createdBySchema, toCreatedBy } from '../../common/identity/creator.js';
import type { TargetAdjustment } from '../../../model/definition.js';
import type { Calibration } from '../../platform/database/generated/client.js';
import { objectType } from '../../common/http/documented.decorators.js';
import { annotationShape, annotationFields } from '../../common/annotations.schema.js';
import { pageQueryShape } from '../../common/pagination/page.js';

const idSchema = z.string().min(1).max(64);
const maxTargets = 30;

export const calibrationIdSchema = prefixedId('cal', 'target match');

export const calibrationTargetSchema = strictObject({
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
}).meta({ id: 'CalibrationTarget' });

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

/** The match of the targets in the version of the creation. */
const matchShape = {
  predicted_shares: z.array(z.number().min(0).max(1)).meta({
    description: 'Share of each target at the baseline of the published workflow, in the order of the targets.',
    examples: [[0.13]],
  }),
  constants: listOf({
    coefficient: text.meta({ description: 'Id of the coefficient.', examples: ['asc_train'] }),
    before: number
      .nullable()
      .meta({ description: 'Published estimate; null for an added constant.', examples: [-0.8] }),
    after: number.meta({ description: 'Value that matches the targets.', examples: [-0.4] }),
  }).meta({
    description: 'Constants that match the targets. Empty if the published workflow matches exact targets already.',
  }),
};
type MatchedTargets = z.infer<z.ZodObject<typeof matchShape>>;

export const targetMatchRecordSchema = strictObject({
  object: objectType('calibration'),
  id: calibrationIdSchema,
  name: annotationShape.name,
  workflow_id: text.meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  workflow_version: text.meta({
    description: 'Version of the workflow at the time of the creation. Later versions are matched again.',
    examples: ['1.0.0'],
  }),
  calibration_targets: calibrationTargetsSchema,
  seed: z.literal(0).meta({ description: 'Random seed of the agents that match the targets: 0.' }),
  agent_count: positive.meta({
    description: 'Number of agents that match the targets: the recommended count of the workflow, at most 10,000.',
    examples: [4_000],
  }),
  ...matchShape,
  created_at: time.meta({ description: 'Creation time.' }),
  created_by: createdBySchema,
}).meta({ id: 'Calibration' });
export type TargetMatchRecord = z.infer<typeof targetMatchRecordSchema>;

export const deletedTargetMatchSchema = strictObject({ id: calibrationIdSchema, deleted: z.literal(true) });

/** @param matched record of the match; undefined if the published workflow matches exact targets already */
export function toMatch(targets: CalibrationTargets, matched: TargetAdjustment | undefined): MatchedTargets {
  const predicted = matched?.targets ?? targetsOf(targets).map(({ share }) => ({ predicted: share }));
  return {
    predicted_shares: predicted.map((target) => target.predicted),
    constants: (matched?.constants ?? []).map(({ coefficient, before, after }) => ({ coefficient, before, after })),
  };
}

export function toTargetMatchRecord(row: Calibration): TargetMatchRecord {
  const match = row.match as unknown as MatchedTargets;
  return {
    object: 'calibration',
    id: row.id,
    name: row.name,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    calibration_targets: row.targets as unknown as CalibrationTargets,
    seed: 0,
    agent_count: row.agentCount,
    predicted_shares: match.predicted_shares,
    constants: match.constants,
    created_at: row.createdAt.toISOString(),
    created_by: toCreatedBy(row),
  };
}

export const createTargetMatchSchema = strictObject({
  workflow_id: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'Slug of a published workflow.', examples: ['swissmetro-mode-choice'] }),
  calibration_targets: calibrationTargetsSchema,
  name: annotationFields.name.meta({ examples: ['Commuters 2026'] }),
}).meta({
  examples: [
    {
      workflow_id: 'swissmetro-mode-choice',
      calibration_targets: [{ outcome: 'train', share: 0.18, standard_error: 0.01 }],
      name: 'Commuters 2026',
    },
  ],
});
export type CreateTargetMatch = z.infer<typeof createTargetMatchSchema>;

export const listTargetMatchesSchema = strictObject({
  ...pageQueryShape,
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only target matches of this workflow.' }),
});
export type ListTargetMatches = z.infer<typeof listTargetMatchesSchema>;
