import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { ConcurrencyLimit } from '../../../common/concurrency-limit.js';
import { AppError } from '../../../common/errors/app-error.js';
import type { Caller } from '../../../common/identity/caller.js';
import { Datasets } from '../../../datasets/datasets.service.js';
import { ProcessLimitError, runLimited, type ProcessLimits } from '../../../platform/process/limited-process.js';
import type { AdjustedWorkflow } from '../../../saved/adjustments/adjusted-workflow.js';
import type { DraftResult, DraftTask } from './draft-fit.js';
import type { CreateFit, FitPlan } from './request.schema.js';

/** What a caller can change if the spec takes too long or too much memory. */
const advice: Record<ProcessLimitError['limit'], string> = {
  time: 'takes too long to expand: use fewer terms in the formula, or upload a random sample of the rows',
  memory: 'needs too much memory: use fewer terms in the formula, or upload a random sample of the rows',
};

const unexpected = 'cannot be expanded for this dataset: simplify the formula, or remove fields of the spec one by one';

/** A dataset with 25 million cells takes 15 s. */
const limits: ProcessLimits = { memoryMb: 3_072, cpuSeconds: 30, timeoutMs: 60_000 };
/** The cells of a dataset take up to 32 MB. */
const maxConcurrent = 2;
const waitTimeoutMs = limits.timeoutMs + 10_000;
const maxPerOrganization = 4;

/** Expands specs before fits are queued, so that a problem of a spec is an error of the request. */
@Injectable()
export class FitDrafts implements OnApplicationShutdown {
  private readonly logger = new Logger(FitDrafts.name);
  private readonly turns = new ConcurrencyLimit(maxConcurrent, waitTimeoutMs, maxPerOrganization);
  private readonly shutdown = new AbortController();
  private readonly file = join(import.meta.dirname, 'draft-fit.process.js');

  constructor(
    private readonly datasets: Datasets,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the draft of the workflow, or the error `dataset_not_found` or `invalid_spec`, so that a replay of an earlier request still returns its
   * response. Throws {@link AppError} `service_unavailable`, `rate_limited`.
   */
  async of(caller: Caller, { dataset_id, spec: requested }: CreateFit): Promise<AdjustedWorkflow | AppError> {
    const spec = typeof requested === 'string' ? requested : JSON.stringify(requested, null, 2);
    const draft = await this.turns.run(async () => {
      const content = await this.datasets.content(caller.organizationId, caller.tier, dataset_id);
      return content && this.expand({ content, spec });
    }, caller.organizationId);
    if (!draft) return new AppError('dataset_not_found');
    if (!draft.ok) return AppError.withIssues('invalid_spec', draft.issues);
    const { definition, digest, planned } = draft;
    const calibrated_on = this.clock.now().toISOString().slice(0, 10);
    const plan: FitPlan = { dataset_id, spec, ...planned, calibrated_on };
    return { definition, digest, draft: plan };
  }

  onApplicationShutdown(): void {
    this.shutdown.abort();
  }

  private async expand(task: DraftTask): Promise<DraftResult> {
    const { signal } = this.shutdown;
    try {
      return await runLimited<DraftTask, DraftResult>(this.file, task, limits, { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      const isLimit = error instanceof ProcessLimitError;
      // The message of an unexpected error can contain values of the dataset, which are never logged.
      if (!isLimit) this.logger.warn('failed to expand spec');
      return { ok: false, issues: [{ path: '', message: isLimit ? advice[error.limit] : unexpected }] };
    }
  }
}
