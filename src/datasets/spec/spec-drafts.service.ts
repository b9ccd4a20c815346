import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { KnownParts } from '../../../model/authoring/draft/draft-spec.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { DatasetTasks, type DatasetTask } from '../dataset-tasks.service.js';
import { Datasets } from '../datasets.service.js';
import type { SpecDraftResult } from './draft-dataset-spec.js';
import type { DraftSpecRequest, SpecDraftRecord } from './spec-draft.schema.js';

const smaller = 'upload a random sample of the rows, or remove columns';

const draftTask: DatasetTask = {
  file: join(import.meta.dirname, 'draft-dataset-spec.process.js'),
  advice: {
    time: `the dataset takes too long to read: ${smaller}`,
    memory: `the dataset needs too much memory: ${smaller}`,
    failure: 'no spec can be drafted for this dataset: write one, or name another outcome',
  },
};

@Injectable()
export class SpecDrafts {
  constructor(
    private readonly datasets: Datasets,
    private readonly tasks: DatasetTasks,
  ) {}

  /** Throws {@link AppError} `dataset_not_found`, `invalid_spec`, `service_unavailable`, `rate_limited`. */
  async of(caller: Caller, datasetId: string, request: DraftSpecRequest): Promise<SpecDraftRecord> {
    const { name, id } = await this.datasets.get(caller, datasetId);
    const { levers, parameters = levers, ...others } = request;
    if (levers && request.parameters)
      throw AppError.validation([
        { path: 'levers', message: 'is the older name of `parameters`: move its columns there' },
      ]);
    const task: { known: KnownParts } = { known: { ...others, parameters, file: name ?? id } };
    const result = await this.tasks.run<typeof task, SpecDraftResult>(caller, datasetId, draftTask, task);
    if (!result) throw new AppError('dataset_not_found');
    if (!result.ok) throw AppError.withIssues('invalid_spec', result.issues);
    return { spec: result.spec, questions: result.questions.map((question) => ({ ...question })) };
  }
}
