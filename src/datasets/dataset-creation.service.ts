import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { AppError } from '../common/errors/app-error.js';
import { fileTypeOf } from '../common/http/request-body.js';
import type { Caller } from '../common/identity/caller.js';
import { creatorOf } from '../common/identity/creator.js';
import { newPrefixedId } from '../common/crypto.js';
import { requireBudget } from '../common/processor-budget.js';
import { fileTypes, type FileFormat } from '../common/table-files/read-table.js';
import type { Settings } from '../config/settings.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTimeBySql } from '../platform/database/database-time.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Dataset } from '../platform/database/generated/client.js';
import { requireSpace } from '../platform/database/organization-limits.js';
import { insert, toColumns } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { creationBy, Idempotency } from '../platform/idempotency/idempotency.service.js';
import { Uploads, type ReceivedFile } from '../platform/uploads/uploads.service.js';
import { datasetDetails, toDatasetSummary, type DatasetRecord, type CreateDataset } from './dataset.record.js';
import { DatasetStore } from './store/dataset-store.js';
import { join } from 'node:path';
import { apiMemory } from '../config/memory-limits.js';
import { ProcessLimitError, type ProcessLimits } from '../platform/process/limited-process.js';
import { maxProcessMs, type ProcessTurns } from '../platform/process/process-turns.service.js';
import type { DatasetResult, ReadDataset, ReadDatasetTask } from './read-dataset.js';

const advice: Record<ProcessLimitError['limit'], string> = {
  time: 'the file takes too long to read: send a random sample of its rows, or remove columns',
  memory: 'the file needs too much memory: send a random sample of its rows, or remove columns',
};

/** A file of 50 MB takes up to 20 s of processor time. */
const usualLimits: ProcessLimits = {
  memoryMb: apiMemory.childProcess.memoryMb,
  cpuSeconds: 60,
  timeoutMs: maxProcessMs,
};

export class DatasetProcess {
  constructor(
    private readonly turns: ProcessTurns,
    private readonly file = join(import.meta.dirname, 'read-dataset.process.js'),
    private readonly limits = usualLimits,
  ) {}

  /**
   * Reads the file when its organization has a turn. `use` stores the result in the same turn, so that few results are in memory. Throws
   * {@link AppError} `invalid_dataset`, and like {@link ProcessTurns.inTurn}.
   *
   * @param descriptor of the open file
   */
  read<Result>(
    organizationId: string,
    format: FileFormat,
    descriptor: number,
    use: (read: ReadDataset) => Promise<Result>,
  ): Promise<Result> {
    const { file, limits } = this;
    return this.turns.inTurn(organizationId, async (run) => {
      const reading = run<ReadDatasetTask, DatasetResult>({ file, limits }, { format }, descriptor);
      const result = await reading.catch((error: unknown) => {
        throw error instanceof ProcessLimitError ? invalid(advice[error.limit]) : error;
      });
      if (!result.ok) throw invalid(result.message, result.line);
      return use(result);
    });
  }
}

const invalid = (message: string, line?: number) =>
  AppError.withIssues('invalid_dataset', [{ path: line === undefined ? '' : `lines.${line}`, message }]);

const maxUploadsPerOrganization = 1;

@Injectable()
export class DatasetCreation {
  private readonly active = new ConcurrencyLimit(Infinity, 0, maxUploadsPerOrganization);

  constructor(
    private readonly uploads: Uploads,
    private readonly process: DatasetProcess,
    private readonly databases: Databases,
    private readonly store: DatasetStore,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link AppError} `invalid_dataset`, `dataset_limit_reached`, `payload_too_large`, `unsupported_media_type`, and `rate_limited` if
   * the organization already sends a file.
   */
  async create(
    caller: Caller,
    request: Request,
    query: CreateDataset,
    key: string | undefined,
  ): Promise<{ record: DatasetRecord; replayed: boolean }> {
    if (fileTypeOf(request) === undefined) throw new AppError('unsupported_media_type');
    const format = fileTypes[fileTypeOf(request) as keyof typeof fileTypes];
    return this.active.run(async () => {
      // Before the file arrives. With a key, only the file shows whether the request is a replay.
      if (key === undefined) await this.requireRoom(caller);
      return this.uploads.receive(request, (file) => this.save(caller, file, { format, query, key }));
    }, caller.organizationId);
  }

  private async save(
    caller: Caller,
    { descriptor, byteCount, sha256 }: ReceivedFile,
    { format, query, key }: { format: FileFormat; query: CreateDataset; key: string | undefined },
  ): Promise<{ record: DatasetRecord; replayed: boolean }> {
    const { organizationId, tier } = caller;
    const payload = { ...query, format, sha256 };
    const once = creationBy(caller, 'POST /v1/datasets', key, payload);
    const replay = await this.idempotency.replayOf<DatasetRecord>(tier, once);
    if (replay) return { record: replay.body, replayed: true };
    if (key !== undefined) await this.requireRoom(caller);
    const { body, replayed } = await this.process.read(organizationId, format, descriptor, async (read) => {
      const details = datasetDetails(read);
      const id = newPrefixedId('ds');
      const stored = await this.store.save(tier, id, read.content);
      return this.idempotency.once(tier, once, async (sql) => {
        await requireSpace(sql, organizationId, 'datasets');
        const row: Dataset = {
          id,
          organizationId,
          name: query.name ?? null,
          format,
          rowCount: read.rows,
          columnCount: read.columns.length,
          byteCount,
          details,
          ...stored,
          createdAt: await databaseTimeBySql(sql),
          ...creatorOf(caller),
        };
        await insert(sql, 'datasets', toColumns(row, ['details']));
        const audited = { format, row_count: read.rows };
        await Audit.appendBySql(sql, caller, { action: 'dataset.created', subject: id, details: audited });
        return { body: { ...toDatasetSummary(row, this.settings.retentionDays[`${tier}_results`]), ...details } };
      });
    });
    return { record: body, replayed };
  }

  /** Checks the limit before the rows are read. The transaction of the new dataset checks it again. */
  private async requireRoom({ tier, organizationId }: Caller): Promise<void> {
    await requireBudget();
    await this.databases.transaction(tier, (sql) => requireSpace(sql, organizationId, 'datasets'));
  }
}
