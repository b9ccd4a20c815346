import { z } from 'zod';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { studyManifestShape, toStudyManifest } from '../studies/study.record.js';
import { goalShape, storedGoal, toGoalFields } from './goal.record.js';

/** Everything that determines the result of a goal, and its digest. */
export const goalManifestSchema = z
  .strictObject({
    ...studyManifestShape,
    parameters: goalShape.parameters,
    objective: goalShape.objective,
    constraints: goalShape.constraints,
  })
  .meta({ id: 'GoalManifest' });
export type GoalManifest = z.infer<typeof goalManifestSchema>;

/** Returns the manifest of a completed goal. */
export function toGoalManifest(completed: { row: Simulation; workflow: Workflow }): GoalManifest {
  return { ...toStudyManifest(completed), ...toGoalFields(storedGoal(completed.row).request) };
}
