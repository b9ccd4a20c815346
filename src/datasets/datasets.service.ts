import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller, Tier } from '../common/identity/caller.js';
import { creatorFields } from '../common/identity/creator.js';
import { isPrefixedId } from '../common/crypto.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, newestPage } from '../common/pagination/page.js';
import type { Settings } from '../config/settings.js';
import { Audit } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import {
  toDatasetRecord,
  toDatasetSummary,
  type DatasetRecord,
  type DatasetSummary,
  type ListDatasets,
} from './dataset.record.js';
import { DatasetStore } from './store/dataset-store.js';
import { deleteDatasets } from './store/delete-datasets.js';

/** The columns of a list. The details take up to 4 MB and the cells up to 64 MB. */
const summaryFields = {
  id: true,
  name: true,
  format: true,
  rowCount: true,
  columnCount: true,
  byteCount: true,
  createdAt: true,
  ...creatorFields,
} as const;

@Injectable()
export class Datasets {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
    private readonly store: DatasetStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async page(caller: Caller, { limit, cursor }: ListDatasets): Promise<Reply<DatasetSummary[]>> {
    const { organizationId, tier } = caller;
    const page = { limit, cursor, list: listOf('datasets', caller) };
    const toRecord = (row: Parameters<typeof toDatasetSummary>[0]) => toDatasetSummary(row, this.retentionDays(tier));
    return newestPage(this.cursors, page, toRecord, ({ after, ...query }) =>
      this.databases
        .for(tier)
        .dataset.findMany({ where: { organizationId, ...after }, select: summaryFields, ...query }),
    );
  }

  /** Throws {@link AppError} `dataset_not_found`. */
  async get({ tier, organizationId }: Caller, id: string): Promise<DatasetRecord> {
    const row = isPrefixedId('ds', id)
      ? await this.databases
          .for(tier)
          .dataset.findFirst({ where: { id, organizationId }, select: { ...summaryFields, details: true } })
      : null;
    if (!row) throw new AppError('dataset_not_found');
    return toDatasetRecord(row, this.retentionDays(tier));
  }

  /** Throws {@link AppError} `dataset_not_found`. */
  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    if (!isPrefixedId('ds', id)) throw new AppError('dataset_not_found');
    const contentKey = await this.databases.transaction(tier, async (sql) => {
      const { contentKeys } = await deleteDatasets(sql, organizationId, [id]);
      if (contentKeys.length === 0) throw new AppError('dataset_not_found');
      await Audit.appendBySql(sql, caller, { action: 'dataset.deleted', subject: id });
      return contentKeys[0];
    });
    if (contentKey) await this.store.remove(contentKey);
    return { id, deleted: true };
  }

  /**
   * The compressed cells, for `datasetTable`. Undefined if the organization has no such dataset in the tier, also because it was deleted or
   * expired. Throws {@link AppError} `service_unavailable`.
   */
  async content(organizationId: string, tier: Tier, id: string): Promise<Uint8Array | undefined> {
    return isPrefixedId('ds', id) ? this.store.load(organizationId, tier, id) : undefined;
  }

  private retentionDays(tier: Tier): number {
    return this.settings.retentionDays[`${tier}_results`];
  }
}
