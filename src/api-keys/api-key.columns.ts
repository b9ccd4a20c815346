import type { ApiKey } from '../platform/database/generated/client.js';
import { creatorColumns } from '../common/identity/creator.js';
import type { ColumnNames } from '../platform/database/sql.js';

/** The columns of `api_keys`. The compiler requires one for each field. */
export const apiKeyColumns: ColumnNames<ApiKey> = {
  id: 'id',
  organizationId: 'organization_id',
  name: 'name',
  start: 'start',
  last4: 'last4',
  hash: 'hash',
  scopes: 'scopes',
  isTest: 'is_test',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
  revokedAt: 'revoked_at',
  rotatedFrom: 'rotated_from',
  ...creatorColumns,
};
