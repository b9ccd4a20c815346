import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { withTextFields } from '../common/http/json-text.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller, Tier } from '../common/identity/caller.js';
import { creatorFields } from '../common/identity/creator.js';
import { isPrefixedId } from '../common/crypto.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, newestPage } from '../common/pagination/page.js';
import type { Settings } from '../config/settings.js';
import { Audit } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Dataset } from '../platform/database/generated/client.js';
import { selectList } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { toDatasetSummary, type DatasetRecord, type DatasetSummary, type ListDatasets } from './dataset.record.js';
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

const summaryColumns = selectList(Object.keys(summaryFields));

type DatasetRow = Pick<Dataset, keyof typeof summaryFields> & { details: string };

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
  async summary({ tier, organizationId }: Caller, id: string): Promise<DatasetSummary> {
    const row = isPrefixedId('ds', id)
      ? await this.databases.for(tier).dataset.findFirst({ where: { id, organizationId }, select: summaryFields })
      : null;
    if (!row) throw new AppError('dataset_not_found');
    return toDatasetSummary(row, this.retentionDays(tier));
  }

  /** Returns the record as {@link jsonText}. Throws {@link AppError} `dataset_not_found`. */
  async get({ tier, organizationId }: Caller, id: string): Promise<DatasetRecord> {
    if (!isPrefixedId('ds', id)) throw new AppError('dataset_not_found');
    const { rows } = await this.databases.sql(tier).query<DatasetRow>({
      name: 'find dataset',
      text: `SELECT ${summaryColumns}, details::text FROM datasets WHERE id = $1 AND organization_id = $2`,
      values: [id, organizationId],
    });
    const [row] = rows;
    if (!row) throw new AppError('dataset_not_found');
    return withTextFields(toDatasetSummary(row, this.retentionDays(tier)), row.details);
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
