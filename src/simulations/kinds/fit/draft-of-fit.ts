import { join } from 'node:path';
import { AppError } from '../../../common/errors/app-error.js';
import type { Caller } from '../../../common/identity/caller.js';
import type { DatasetTask } from '../../../datasets/dataset-tasks.service.js';
import type { Draft, DraftServices } from '../../run.kind.js';
import type { DraftResult } from './draft-fit.js';
import type { CreateFit, FitPlan } from './request.schema.js';

const draftTask: DatasetTask = {
  file: join(import.meta.dirname, 'draft-fit.process.js'),
  advice: {
    time: 'takes too long to expand: use fewer terms in the formula, or upload a random sample of the rows',
    memory: 'needs too much memory: use fewer terms in the formula, or upload a random sample of the rows',
    failure: 'cannot be expanded for this dataset: simplify the formula, or remove fields of the spec one by one',
  },
};

/** Expands the spec before the fit is queued, so that a problem of the spec is an error of the request. */
export async function draftOfFit(
  caller: Caller,
  { dataset_id, spec: requested }: CreateFit,
  { tasks, now }: DraftServices,
): Promise<Draft<FitPlan> | AppError> {
  const spec = typeof requested === 'string' ? requested : JSON.stringify(requested, null, 2);
  const draft = await tasks.run<{ spec: string }, DraftResult>(caller, dataset_id, draftTask, { spec });
  // The caller throws it later, so that a replay of an earlier request still returns its response.
  if (!draft) return new AppError('dataset_not_found');
  if (!draft.ok) return AppError.withIssues('invalid_spec', draft.issues);
  const { definition, digest, planned } = draft;
  const calibrated_on = now.toISOString().slice(0, 10);
  return { workflow: { definition, digest }, plan: { dataset_id, spec, ...planned, calibrated_on } };
}
