import { join } from 'node:path';

/** Folder of the public surveys. They are not part of the project: tests that need them are skipped if the folder is absent. */
export const calibrationFolder =
  process.env.CALIBRATION_DATA ?? join(import.meta.dirname, '../../../shared/calibration');
