import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import type { PlanTier } from '../../config/plans.js';
import { isDatabaseUnavailable } from '../../platform/database/database-unavailable.js';
import { Databases } from '../../platform/database/databases.service.js';

/** The plan of an organization, read at every use: a change of plan holds for the next request. */
@Injectable()
export class PlanTiers {
  constructor(private readonly databases: Databases) {}

  /**
   * Looked for in the tier that the request names, so that the other database may be away; else in the live one, whose row is
   * the original, and in the mirror when the original cannot be read. Undefined for an organization that is nowhere.
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
