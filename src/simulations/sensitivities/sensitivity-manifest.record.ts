import { z } from 'zod';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { studyManifestShape, toStudyManifest } from '../studies/study.record.js';
import { sensitivityShape, storedSensitivity, toSensitivityFields } from './sensitivity.record.js';

const { parameters, include_coefficients, trajectories, samples, max_parameters } = sensitivityShape;

/** Everything that determines the result of a sensitivity analysis, and its digest. */
export const sensitivityManifestSchema = z
  .strictObject({
    ...studyManifestShape,
    parameters,
    include_coefficients,
    trajectories,
    samples,
    max_parameters,
  })
  .meta({ id: 'SensitivityManifest' });
export type SensitivityManifest = z.infer<typeof sensitivityManifestSchema>;

/** Returns the manifest of a completed sensitivity analysis. */
export function toSensitivityManifest(completed: { row: Simulation; workflow: Workflow }): SensitivityManifest {
  return { ...toStudyManifest(completed), ...toSensitivityFields(storedSensitivity(completed.row).request) };
}
