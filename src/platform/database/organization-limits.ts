import { AppError } from '../../common/errors/app-error.js';
import type { Sql } from './sql.js';

interface Limit {
  readonly verified: number;
  /** Anyone can create an unverified organization with the email address of a third party, so that it can use fewer resources. */
  readonly unverified: number;
  /** SQL of the objects that count, with the organization as `$1`. Default: one for each row of the table. */
  readonly counted?: string;
  readonly error: (limit: number) => AppError;
}

/** Maximum objects of an organization in each tier, by table. Members belong to both tiers. */
const limits = {
  api_keys: {
    verified: 100,
    unverified: 20,
    counted: 'FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL AND coalesce(expires_at > $2, true)',
    error: (limit) => new AppError('api_key_limit_reached', { key_limit: limit }),
  },
  webhook_endpoints: {
    verified: 200,
    unverified: 5,
    error: (limit) => new AppError('webhook_endpoint_limit_reached', { endpoint_limit: limit }),
  },
  workflow_versions: {
    verified: 50,
    unverified: 3,
    counted:
      'FROM (SELECT DISTINCT workflow_id FROM workflow_versions WHERE organization_id = $1 AND deprecated_at IS NULL) slug',
    error: (limit) => new AppError('workflow_limit_reached', { workflow_limit: limit }),
  },
  populations: {
    verified: 20,
    unverified: 2,
    error: (limit) => new AppError('population_limit_reached', { population_limit: limit }),
  },
  datasets: {
    verified: 20,
    unverified: 2,
    error: (limit) => new AppError('dataset_limit_reached', { dataset_limit: limit }),
  },
  calibrations: {
    verified: 1_000,
    unverified: 20,
    error: (limit) => new AppError('calibration_limit_reached', { calibration_limit: limit }),
  },
  share_links: {
    verified: 1_000,
    unverified: 20,
    error: (limit) => new AppError('share_link_limit_reached', { share_link_limit: limit }),
  },
} as const satisfies Record<string, Limit>;

/** With pending invitations. An unverified organization has only the user who created it: invitations could outlast its verification. */
export const maxMembers = 100;

/**
 * Locks the row of the organization until the transaction ends, so that a count after this call is exact: concurrent transactions wait.
 * Returns whether the organization is verified.
 */
export async function lockOrganization(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await sql.query<{ is_verified: boolean }>({
    text: 'SELECT is_verified FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    values: [organizationId],
  });
  return rows[0]?.is_verified ?? false;
}

/**
 * Throws the error of the limit if the organization has as many objects as it allows. Concurrent transactions never exceed the limit. For an
 * unverified organization, the error names that cause.
 *
 * @param values further parameters of the count
 */
export async function requireSpace(
  sql: Sql,
  organizationId: string,
  table: keyof typeof limits,
  ...values: readonly unknown[]
): Promise<void> {
  const { verified, unverified, counted = `FROM ${table} WHERE organization_id = $1`, error }: Limit = limits[table];
  const isVerified = await lockOrganization(sql, organizationId);
  const limit = isVerified ? verified : unverified;
  const text = `SELECT count(*)::int AS count ${counted}`;
  const { rows } = await sql.query<{ count: number }>({ text, values: [organizationId, ...values] });
  if ((rows[0]?.count ?? 0) >= limit) throw isVerified ? error(limit) : error(limit).causedByUnverifiedEmail();
}
