import type { OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Tier } from '../../common/identity/caller.js';
import type { Databases } from '../../platform/database/databases.service.js';
import type { Dataset } from '../../platform/database/generated/client.js';
import { joinPieces, pieceBytes } from '../../platform/database/in-batches.js';
import { type ObjectStorage, removeOrphans, throwUnavailable } from '../../platform/objects/object-storage.js';

type StoredContent = Pick<Dataset, 'content' | 'contentKey'>;

/** Stores the compressed cells of datasets: in the bucket of the results if there is one, otherwise in the row. */
export class DatasetStore implements OnApplicationShutdown {
  constructor(
    private readonly databases: Databases,
    private readonly storage: ObjectStorage | undefined,
  ) {}

  /** Saves the cells before the transaction that writes the row with the returned columns. */
  async save(tier: Tier, id: string, content: Uint8Array): Promise<StoredContent> {
    if (!this.storage) return { content: content as Uint8Array<ArrayBuffer>, contentKey: null };
    const contentKey = `${folderOf(tier)}${id}.gz`;
    await this.storage.put(contentKey, content, 'application/gzip').catch(throwUnavailable);
    return { content: null, contentKey };
  }

  /** Loads the cells of a dataset of the organization, also if they were stored in the other place. Undefined if there is none. */
  async load(organizationId: string, tier: Tier, id: string): Promise<Uint8Array | undefined> {
    const { rows } = await this.databases.sql(tier).query<{ piece: Buffer | null; key: string | null }>({
      name: 'dataset content',
      text: `
        SELECT substring(content FROM number * $3 + 1 FOR $3) AS piece, content_key AS key
        FROM datasets, generate_series(0, coalesce(octet_length(content), 1) / $3) AS number
        WHERE id = $1 AND organization_id = $2
        ORDER BY number`,
      values: [id, organizationId, pieceBytes],
    });
    const [first] = rows;
    if (!first) return undefined;
    if (first.key === null) return joinPieces(rows.map(({ piece }) => piece)) ?? undefined;
    if (this.storage) return this.storage.get(first.key).catch(throwUnavailable);
    const cause = new Error('the dataset is in a bucket, but SVC_RESULTS_S3_BUCKET is not set');
    throw new AppError('service_unavailable', {}, { cause });
  }

  /** Deletes the cells of a deleted row. If the storage is unavailable, {@link cleanUp} deletes them later. */
  async remove(contentKey: string): Promise<void> {
    await this.storage?.remove(contentKey).catch(() => undefined);
  }

  /** Deletes old cells without a row: of deleted and expired datasets, and of requests that failed after they were saved. */
  async cleanUp(tier: Tier): Promise<void> {
    if (!this.storage) return;
    await removeOrphans(this.storage, this.databases.for(tier), folderOf(tier), async (keys) => {
      const { rows } = await this.databases.sql(tier).query<{ key: string }>({
        text: `SELECT key FROM unnest($1::text[]) AS object (key)
               WHERE NOT EXISTS (SELECT FROM datasets WHERE content_key = object.key)`,
        values: [keys],
      });
      return rows.map(({ key }) => key);
    });
  }

  onApplicationShutdown(): void {
    this.storage?.close();
  }
}

/** Not the folder of the results, which has the name of the tier. */
const folderOf = (tier: Tier) => `datasets/${tier}/`;
