import type { Sql } from './sql.js';

/** Maximum objects of an organization in each tier. */
export interface OrganizationLimits {
  maxActiveKeys: number;
  maxEndpoints: number;
  maxWorkflows: number;
  maxScenarios: number;
  maxPopulations: number;
  maxCalibrations: number;
}

export const verifiedLimits: OrganizationLimits = {
  maxActiveKeys: 100,
  maxEndpoints: 200,
  maxWorkflows: 50,
  maxScenarios: 1_000,
  maxPopulations: 20,
  maxCalibrations: 1_000,
};
/** Anyone can create an unverified organization with the email address of a third party, so that it can use fewer resources. */
export const unverifiedLimits: OrganizationLimits = {
  maxActiveKeys: 20,
  maxEndpoints: 5,
  maxWorkflows: 3,
  maxScenarios: 50,
  maxPopulations: 2,
  maxCalibrations: 20,
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
