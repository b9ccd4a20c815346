import type { ApiKey } from '../platform/database/generated/client.js';

/** The key as the API shows it, without the raw key. */
export function toRecord(row: ApiKey, now: Date) {
  return {
    key_id: row.id,
    name: row.name,
    start: row.start,
    last4: row.last4,
    scopes: row.scopes,
    is_test: row.isTest,
    status: statusOf(row, now),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    rotated_from: row.rotatedFrom,
  };
}

export type ApiKeyRecord = ReturnType<typeof toRecord>;

export function statusOf({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date) {
  if (revokedAt) return 'revoked' as const;
  return expiresAt && expiresAt <= now ? ('expired' as const) : ('active' as const);
}
