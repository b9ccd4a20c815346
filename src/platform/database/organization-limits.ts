import type { AppError } from '../../common/errors/app-error.js';
import type { Sql } from './sql.js';

/** Maximum objects of an organization in each tier. Members belong to both tiers. */
export interface OrganizationLimits {
  maxActiveKeys: number;
  maxEndpoints: number;
  maxWorkflows: number;
  maxPopulations: number;
  maxDatasets: number;
  maxCalibrations: number;
  maxShareLinks: number;
  /** With pending invitations. */
  maxMembers: number;
  isVerified: boolean;
}

export const verifiedLimits: OrganizationLimits = {
  maxActiveKeys: 100,
  maxEndpoints: 200,
  maxWorkflows: 50,
  maxPopulations: 20,
  maxDatasets: 20,
  maxCalibrations: 1_000,
  maxShareLinks: 1_000,
  maxMembers: 100,
  isVerified: true,
};
/** Anyone can create an unverified organization with the email address of a third party, so that it can use fewer resources. */
export const unverifiedLimits: OrganizationLimits = {
  maxActiveKeys: 20,
  maxEndpoints: 5,
  maxWorkflows: 3,
  maxPopulations: 2,
  maxDatasets: 2,
  maxCalibrations: 20,
  maxShareLinks: 20,
  // The user who created it. If the address is not theirs, their invitations would outlast the verification of its owner.
  maxMembers: 1,
  isVerified: false,
};

/**
 * Returns the limits of the organization. The row stays locked until the transaction ends: a count after this call is exact, because
 * concurrent transactions wait.
 */
export async function lockLimits(sql: Sql, organizationId: string): Promise<OrganizationLimits> {
  const { rows } = await sql.query<{ is_verified: boolean }>({
    text: 'SELECT is_verified FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    values: [organizationId],
  });
  return rows[0]?.is_verified ? verifiedLimits : unverifiedLimits;
}

/** Throws the error of a reached limit. For an unverified organization, it names that cause. */
export function throwLimit(error: AppError, { isVerified }: OrganizationLimits): never {
  throw isVerified ? error : error.causedByUnverifiedEmail();
}

type LimitName = Exclude<keyof OrganizationLimits, 'isVerified'>;

/** Tables with one row for each object that counts against a limit. */
type CountedTable = 'calibrations' | 'datasets' | 'populations' | 'share_links' | 'webhook_endpoints';

/**
 * Locks the row of the organization and throws if the table has as many of its rows as the limit allows, so that concurrent transactions never
 * exceed the limit.
 *
 * @param errorOf error for the limit
 */
export async function requireSpace(
  sql: Sql,
  organizationId: string,
  table: CountedTable,
  limitName: LimitName,
  errorOf: (limit: number) => AppError,
): Promise<void> {
  const limits = await lockLimits(sql, organizationId);
  const limit = limits[limitName];
  const { rows } = await sql.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
    values: [organizationId],
  });
  if ((rows[0]?.count ?? 0) >= limit) throwLimit(errorOf(limit), limits);
}
