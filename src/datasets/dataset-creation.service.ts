import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { AppError } from '../common/errors/app-error.js';
import { fileChunks, fileTypeOf } from '../common/http/request-body.js';
import type { Caller } from '../common/identity/caller.js';
import { creatorColumns, creatorOf } from '../common/identity/creator.js';
import { newPrefixedId } from '../common/ids.js';
import { fileTypes } from '../common/table-files/file-type.js';
import type { Settings } from '../config/settings.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTimeBySql } from '../platform/database/database-time.js';
import type { Dataset } from '../platform/database/generated/client.js';
import { requireSpace } from '../platform/database/organization-limits.js';
import { insert, toColumns, type ColumnNames } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { DatasetProcess, type DatasetReader } from './dataset-process.service.js';
import { toDatasetRecord, type DatasetRecord } from './dataset.record.js';
import type { CreateDataset } from './dataset.schema.js';
import { DatasetStore } from './store/dataset-store.js';

/** Each upload has a process with the file, up to 50 MB. */
const maxConcurrentUploads = 4;
const uploadWaitTimeoutMs = 10_000;
const maxUploadsPerOrganization = 1;
const readWaitTimeoutMs = 60_000;

/** The columns of `datasets`. The compiler requires one for each field. */
const columns: ColumnNames<Dataset> = {
  id: 'id',
  organizationId: 'organization_id',
  name: 'name',
  format: 'format',
  rowCount: 'row_count',
  columnCount: 'column_count',
  byteCount: 'byte_count',
  details: 'details',
  content: 'content',
  contentKey: 'content_key',
  createdAt: 'created_at',
  ...creatorColumns,
};

/** Creates datasets from files. */
@Injectable()
export class DatasetCreation {
  private readonly uploads = new ConcurrencyLimit(maxConcurrentUploads, uploadWaitTimeoutMs, maxUploadsPerOrganization);
  /** One file at a time is read and stored, so that one result at a time is in memory. */
  private readonly reading = new ConcurrencyLimit(1, readWaitTimeoutMs);

  constructor(
    private readonly process: DatasetProcess,
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
    idempotencyKey: string | undefined,
  ): Promise<{ record: DatasetRecord; replayed: boolean }> {
    if (fileTypeOf(request) === undefined) throw new AppError('unsupported_media_type');
    return this.uploads.run(async () => {
      const reader = this.process.start();
      try {
        return await this.save(caller, request, query, { reader, key: idempotencyKey });
      } finally {
        reader.end();
      }
    }, caller.organizationId);
  }

  private async save(
    caller: Caller,
    request: Request,
    query: CreateDataset,
    { reader, key }: { reader: DatasetReader; key: string | undefined },
  ): Promise<{ record: DatasetRecord; replayed: boolean }> {
    const { organizationId, tier } = caller;
    const format = fileTypes[fileTypeOf(request) as keyof typeof fileTypes];
    const { byteCount, sha256 } = await reader.send(fileChunks(request));
    const payload = { ...query, format, sha256 };
    const once = { scope: organizationId, route: 'POST /v1/datasets', key, payload, status: 201, caller };
    const replay = await this.idempotency.replayOf<DatasetRecord>(tier, once);
    if (replay) return { record: replay.body, replayed: true };
    const { body, replayed } = await this.reading.run(async () => {
      const { rows, columns: profiles, warnings, content } = await reader.read(format);
      const id = newPrefixedId('ds');
      const stored = await this.store.save(tier, id, content);
      return this.idempotency.once(tier, once, async (sql) => {
        await requireSpace(
          sql,
          organizationId,
          'datasets',
          'maxDatasets',
          (limit) => new AppError('dataset_limit_reached', { dataset_limit: limit }),
        );
        const row: Dataset = {
          id,
          organizationId,
          name: query.name ?? null,
          format,
          rowCount: rows,
          columnCount: profiles.length,
          byteCount,
          details: { columns: profiles, warnings } as unknown as Dataset['details'],
          ...stored,
          createdAt: await databaseTimeBySql(sql),
          ...creatorOf(caller),
        };
        await insert(sql, 'datasets', toColumns(row, columns, ['details']));
        const details = { format, row_count: rows };
        await Audit.appendBySql(sql, caller, { action: 'dataset.created', subject: id, details });
        return { body: toDatasetRecord(row, this.settings.retentionDays[`${tier}_results`]) };
      });
    });
    return { record: body, replayed };
  }
}
