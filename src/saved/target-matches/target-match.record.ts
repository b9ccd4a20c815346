import { z } from 'zod';
import { createdBySchema, toCreatedBy } from '../../common/identity/creator.js';
import type { TargetAdjustment } from '../../engine/definition.js';
import type { Calibration } from '../../platform/database/generated/client.js';
import { objectType } from '../../common/http/object-type.js';
import { annotationShape } from '../../common/annotations.schema.js';
import { calibrationIdSchema, calibrationTargetsSchema, targetsOf, type CalibrationTargets } from './target.schema.js';

/** The match of the targets in the version of the creation. */
const matchShape = {
  predicted_shares: z.array(z.number().min(0).max(1)).meta({
    description: 'Share of each target at the baseline of the published workflow, in the order of the targets.',
    examples: [[0.13]],
  }),
  constants: z
    .array(
      z.strictObject({
        coefficient: z.string().meta({ description: 'Id of the coefficient.', examples: ['asc_train'] }),
        before: z
          .number()
          .nullable()
          .meta({ description: 'Published estimate; null for an added constant.', examples: [-0.8] }),
        after: z.number().meta({ description: 'Value that matches the targets.', examples: [-0.4] }),
      }),
    )
    .meta({
      description: 'Constants that match the targets. Empty if the published workflow matches exact targets already.',
    }),
};
export type MatchedTargets = z.infer<z.ZodObject<typeof matchShape>>;

export const targetMatchRecordSchema = z
  .strictObject({
    object: objectType('calibration'),
    id: calibrationIdSchema,
    name: annotationShape.name,
    workflow_id: z.string().meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
    workflow_version: z.string().meta({
      description: 'Version of the workflow at the time of the creation. Later versions are matched again.',
      examples: ['1.0.0'],
    }),
    calibration_targets: calibrationTargetsSchema,
    seed: z.literal(0).meta({ description: 'Random seed of the agents that match the targets: 0.' }),
    agent_count: z
      .int()
      .min(1)
      .meta({
        description: 'Number of agents that match the targets: the recommended count of the workflow, at most 10,000.',
        examples: [4_000],
      }),
    ...matchShape,
    created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
    created_by: createdBySchema,
  })
  .meta({ id: 'Calibration' });
export type TargetMatchRecord = z.infer<typeof targetMatchRecordSchema>;

export const deletedTargetMatchSchema = z.strictObject({ id: calibrationIdSchema, deleted: z.literal(true) });

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
