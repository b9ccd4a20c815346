import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { newId } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller, Tier } from '../common/identity/caller.js';
import { creatorOf, noCreator, type Creator } from '../common/identity/creator.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Audit } from '../platform/audit/audit.js';
import type { ApiKey } from '../platform/database/generated/client.js';
import { requireSpace } from '../platform/database/organization-limits.js';
import { insert, toColumns, type Sql } from '../platform/database/sql.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { secretReply } from '../platform/idempotency/idempotency-key.js';
import { creationBy, Idempotency, type IdempotentResult } from '../platform/idempotency/idempotency.service.js';
import { statusOf, toRecord, type ApiKeyRecord, type CreateApiKey } from './api-key.record.js';
import { ApiKeys, hashOf, rejectUngrantable, tierForNewKey } from './api-keys.service.js';
import { IdentityCache } from './identity-cache.service.js';
import { fingerprint, formatRawKey, tierOfRawKey } from './raw-key.js';

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

/** Creates and rotates keys. Only these responses contain the raw key. */
@Injectable()
export class ApiKeyIssuer {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly organizations: Organizations,
    private readonly apiKeys: ApiKeys,
    private readonly cache: IdentityCache,
    private readonly clock: Clock,
  ) {}

  async create(caller: Caller, request: CreateApiKey, idempotencyKey: string): Promise<Reply<ApiKeyRecord>> {
    const tier = tierForNewKey(caller, request.is_test);
    rejectUngrantable(caller, request.scopes);
    const expiresAt = request.expires_at === undefined ? null : new Date(request.expires_at);
    if (expiresAt && expiresAt <= this.clock.now()) {
      throw AppError.validation([{ path: 'expires_at', message: 'must be in the future' }]);
    }
    // The organization may not be mirrored to the sandbox database yet.
    if (caller.method === 'session' && tier === 'sandbox') await this.organizations.mirror(caller.organizationId);
    const { organizationId } = caller;
    const once = creationBy(caller, 'POST /v1/api-keys', idempotencyKey, request);
    const result = await this.idempotency.once(tier, once, async (sql, secret) => {
      await requireSpace(sql, organizationId, 'api_keys', this.clock.now());
      const newKey = { organizationId, ...request, expiresAt, creator: creatorOf(caller) };
      const record = await writeApiKey(sql, formatRawKey(tier, secret), newKey, this.clock.now());
      const { key_id: subject, name, scopes, expires_at } = record;
      await Audit.appendBySql(sql, caller, {
        action: 'api_key.created',
        subject,
        details: { name, scopes, expires_at },
      });
      await Outbox.appendBySql(sql, { kind: 'api_key.created', payload: { key_id: record.key_id } });
      return { body: record };
    });
    return issued(tier, result);
  }

  /** Revokes the old key and creates the new one in one transaction. Resolves when all processes reject the old key. */
  async rotate(caller: Caller, keyId: string, idempotencyKey: string): Promise<Reply<ApiKeyRecord>> {
    const { tier, organizationId } = caller;
    const old = await this.apiKeys.find(caller, keyId);
    rejectUngrantable(caller, old.scopes);
    const route = `POST /v1/api-keys/${old.id}/rotate`;
    const once = creationBy(caller, route, idempotencyKey, {});
    const result = await this.idempotency.once(tier, once, async (sql, secret) => {
      await this.revokeOld(sql, old);
      const { name, scopes, expiresAt } = old;
      const creator = creatorOf(caller);
      const replacement = { organizationId, name, scopes, expiresAt, rotatedFrom: old.id, creator };
      const record = await writeApiKey(sql, formatRawKey(tier, secret), replacement, this.clock.now());
      const details = { name, new_key_id: record.key_id };
      await Audit.appendBySql(sql, caller, { action: 'api_key.rotated', subject: old.id, details });
      await Outbox.appendBySql(sql, { kind: 'api_key.created', payload: { key_id: record.key_id } });
      return { body: record };
    });
    await this.cache.revoke(tier, hashOf(old));
    return issued(tier, result);
  }

  /** Only the first of several concurrent rotations succeeds. The others find a revoked key. */
  private async revokeOld(sql: Sql, key: ApiKey): Promise<void> {
    const now = this.clock.now();
    if (statusOf(key, now) === 'expired') throw new AppError('api_key_expired');
    const { rowCount } = await sql.query({
      text: 'UPDATE api_keys SET revoked_at = $3 WHERE id = $1 AND organization_id = $2 AND revoked_at IS NULL',
      values: [key.id, key.organizationId, now],
    });
    if (rowCount === 0) throw new AppError('api_key_already_revoked');
  }
}

function issued(tier: Tier, { body, secret, replayed }: IdempotentResult<ApiKeyRecord>): Reply<ApiKeyRecord> {
  return secretReply({ ...body, key: formatRawKey(tier, secret) }, replayed);
}
