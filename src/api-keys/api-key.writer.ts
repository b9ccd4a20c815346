import { newId } from '../common/crypto.js';
import { noCreator, type Creator } from '../common/identity/creator.js';
import type { ApiKey } from '../platform/database/generated/client.js';
import { insert, toColumns, type Sql } from '../platform/database/sql.js';
import { toRecord, type ApiKeyRecord } from './api-key.record.js';
import { fingerprint, tierOfRawKey } from './raw-key.js';

export interface NewApiKey {
  organizationId: string;
  name: string;
  scopes: readonly string[];
  expiresAt?: Date | null;
  rotatedFrom?: string;
  /** Default: an operator. */
  creator?: Creator;
}

/** Writes a key in a transaction of its tier's database. Stores the fingerprint of the raw key, never the raw key. */
export async function writeApiKey(sql: Sql, rawKey: string, key: NewApiKey, now: Date): Promise<ApiKeyRecord> {
  const { organizationId, name, scopes, expiresAt = null, rotatedFrom = null, creator = noCreator } = key;
  const row: ApiKey = {
    id: newId(),
    organizationId,
    name,
    scopes: [...scopes],
    isTest: tierOfRawKey(rawKey) === 'sandbox',
    createdAt: now,
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
    rotatedFrom,
    ...creator,
    ...fingerprint(rawKey),
  };
  await insert(sql, 'api_keys', toColumns(row));
  return toRecord(row, now);
}
