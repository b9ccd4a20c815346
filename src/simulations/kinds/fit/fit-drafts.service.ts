import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Caller } from '../../../common/identity/caller.js';
import { DatasetTasks, type DatasetTask } from '../../../datasets/dataset-tasks.service.js';
import type { AdjustedWorkflow } from '../../../saved/adjustments/adjusted-workflow.js';
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

/** Expands specs before fits are queued, so that a problem of a spec is an error of the request. */
@Injectable()
export class FitDrafts {
  constructor(
    private readonly tasks: DatasetTasks,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the draft of the workflow, or the error `dataset_not_found` or `invalid_spec`, so that a replay of an earlier request still returns its
   * response. Throws {@link AppError} `service_unavailable`, `rate_limited`.
   */
  async of(caller: Caller, { dataset_id, spec: requested }: CreateFit): Promise<AdjustedWorkflow | AppError> {
    const spec = typeof requested === 'string' ? requested : JSON.stringify(requested, null, 2);
    const draft = await this.tasks.run<{ spec: string }, DraftResult>(caller, dataset_id, draftTask, { spec });
    if (!draft) return new AppError('dataset_not_found');
    if (!draft.ok) return AppError.withIssues('invalid_spec', draft.issues);
    const { definition, digest, planned } = draft;
    const calibrated_on = this.clock.now().toISOString().slice(0, 10);
    const plan: FitPlan = { dataset_id, spec, ...planned, calibrated_on };
    return { definition, digest, draft: plan };
  }
}
