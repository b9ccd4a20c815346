import { newId } from '../common/ids.js';
import type { Transaction } from '../platform/database/databases.service.js';
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
export async function writeApiKey(tx: Transaction, rawKey: string, key: NewApiKey, now: Date): Promise<ApiKeyRecord> {
  const { organizationId, name, scopes, expiresAt = null, rotatedFrom = null } = key;
  const row = await tx.apiKey.create({
    data: {
      id: newId(),
      organizationId,
      name,
      scopes: [...scopes],
      expiresAt,
      rotatedFrom,
      isTest: tierOfRawKey(rawKey) === 'sandbox',
      createdAt: now,
      ...fingerprint(rawKey),
    },
  });
  return toRecord(row, now);
}
