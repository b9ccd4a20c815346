import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import type { Tier } from '../common/identity/tier.js';
import type { Transaction } from '../platform/database/databases.service.js';
import { fingerprint, formatRawKey } from './raw-key.js';

export interface NewApiKey {
  organizationId: string;
  name: string;
  scopes: readonly string[];
}

@Injectable()
export class ApiKeyIssuer {
  /** Writes a key in the caller's transaction, which is of the tier's database. The raw key is in what this returns and nowhere else. */
  async issue(tx: Transaction, tier: Tier, key: NewApiKey): Promise<{ keyId: string; rawKey: string }> {
    const rawKey = formatRawKey(tier, randomBytes(32));
    const row = await tx.apiKey.create({
      data: {
        id: newId(),
        organizationId: key.organizationId,
        name: key.name,
        scopes: [...key.scopes],
        isTest: tier === 'sandbox',
        ...fingerprint(rawKey),
      },
    });
    return { keyId: row.id, rawKey };
  }
}
