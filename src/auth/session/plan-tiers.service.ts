import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import type { PlanTier } from '../../config/plans.js';
import { isDatabaseUnavailable } from '../../platform/database/database-unavailable.js';
import { Databases } from '../../platform/database/databases.service.js';

/** Reads the plan of an organization for each request, so that a plan change takes effect with the next request. */
@Injectable()
export class PlanTiers {
  constructor(private readonly databases: Databases) {}

  /**
   * Reads the database of the requested tier first, so that the other database may be unavailable. The default is the live database,
   * then the mirror in the sandbox database. Returns undefined if the organization does not exist.
   */
  async of(organizationId: string, named: Tier | undefined): Promise<PlanTier | undefined> {
    const tiers: readonly Tier[] = named === 'sandbox' ? ['sandbox', 'live'] : ['live', 'sandbox'];
    let unavailable: Error | undefined;
    for (const tier of tiers) {
      try {
        const row = await this.databases.for(tier).organization.findUnique({
          where: { id: organizationId },
          select: { planTier: true },
        });
        if (row) return row.planTier;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        unavailable = error as Error;
      }
    }
    if (unavailable) throw unavailable;
    return undefined;
  }
}
