import { newId } from '../common/ids.js';
import type { ApiKey } from '../platform/database/generated/client.js';
import { insert, type Sql } from '../platform/database/sql.js';
import { toRecord, type ApiKeyRecord } from './api-key.record.js';
import { fingerprint, tierOfRawKey } from './raw-key.js';

export interface NewApiKey {
  organizationId: string;
  name: string;
  scopes: readonly string[];
  expiresAt?: Date | null;
  rotatedFrom?: string;
}

/** Writes a key in a transaction of its tier's database: the fingerprint of the raw key, never the key. */
export async function writeApiKey(sql: Sql, rawKey: string, key: NewApiKey, now: Date): Promise<ApiKeyRecord> {
  const { organizationId, name, scopes, expiresAt = null, rotatedFrom = null } = key;
  const row: ApiKey = {
    ...{ id: newId(), organizationId, name, scopes: [...scopes], expiresAt, rotatedFrom },
    ...{ isTest: tierOfRawKey(rawKey) === 'sandbox', createdAt: now, lastUsedAt: null, revokedAt: null },
    ...fingerprint(rawKey),
  };
  await insert(sql, 'api_keys', {
    ...{ id: row.id, organization_id: organizationId, name, start: row.start, last4: row.last4, hash: row.hash },
    ...{ scopes: row.scopes, is_test: row.isTest, created_at: now, expires_at: expiresAt, rotated_from: rotatedFrom },
  });
  return toRecord(row, now);
}
