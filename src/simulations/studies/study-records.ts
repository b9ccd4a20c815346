import type { Simulation } from '../../platform/database/generated/client.js';
import { toGoalRecord, type GoalRecord } from '../goals/goal.record.js';
import { toSensitivityRecord, type SensitivityRecord } from '../sensitivities/sensitivity.record.js';
import type { StudyKind } from './study.js';

export type StudyRecord = GoalRecord | SensitivityRecord;

/** The record of each kind of study, for events. */
export const studyRecords: Record<StudyKind, (row: Simulation) => StudyRecord> = {
  goal: toGoalRecord,
  sensitivity: toSensitivityRecord,
};
