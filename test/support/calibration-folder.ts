import { join } from 'node:path';

/** Where public surveys lie. They are no part of the project: tests that need them are skipped where the folder is absent. */
export const calibrationFolder =
  process.env.CALIBRATION_DATA ?? join(import.meta.dirname, '../../../shared/calibration');
