import type { ErrorCode } from '../../common/errors/error-codes.js';
import type { IdPrefix } from '../../common/ids.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import type { StudyKind } from './study.js';

interface KindDetails {
  /** Name in messages. */
  noun: string;
  /** Smaller requests, for the error of a run that takes too long. */
  reducesTime: string;
  idPrefix: IdPrefix;
  /** Longest field of the result. Lists do not have it. */
  unlistedField: string;
  notFound: ErrorCode;
  notComplete: ErrorCode;
  notFinished: ErrorCode;
  alreadyFinished: ErrorCode;
  deleted: AuditAction;
}

/** The ids, error codes and audit events of each kind of study. */
export const studyKinds = {
  goal: {
    noun: 'goal',
    reducesTime: 'a smaller `agent_count` or fewer `parameters`',
    idPrefix: 'goal',
    unlistedField: 'curve',
    notFound: 'goal_not_found',
    notComplete: 'goal_not_complete',
    notFinished: 'goal_not_finished',
    alreadyFinished: 'goal_already_finished',
    deleted: 'goal.deleted',
  },
  sensitivity: {
    noun: 'sensitivity analysis',
    reducesTime: 'a smaller `agent_count`, fewer `samples`, `trajectories` or `parameters`',
    idPrefix: 'sens',
    unlistedField: 'figures',
    notFound: 'sensitivity_not_found',
    notComplete: 'sensitivity_not_complete',
    notFinished: 'sensitivity_not_finished',
    alreadyFinished: 'sensitivity_already_finished',
    deleted: 'sensitivity.deleted',
  },
} as const satisfies Record<StudyKind, KindDetails>;
