import { Injectable } from '@nestjs/common';
import type { Access, Tier } from '../../common/identity/caller.js';
import type { PlanTier } from '../../config/plans.js';
import { isDatabaseUnavailable } from '../../platform/database/database-unavailable.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { ActiveSession } from './sessions.service.js';

/** Reads the plan and the scopes of a session for each request, so that a change takes effect with the next request. */
@Injectable()
export class SessionAccess {
  constructor(private readonly databases: Databases) {}

  /**
   * Returns undefined if the user or the organization does not exist. An owner needs no query of the user: the sessions of an owner who
   * becomes a member end.
   */
  async of(
    { organizationId, userId, stored }: ActiveSession,
    named: Tier | undefined,
  ): Promise<(Access & { planTier: PlanTier }) | undefined> {
    if (stored.role !== 'owner') return this.ofMember(organizationId, userId);
    const planTier = await this.planTierOf(organizationId, named);
    return planTier && { planTier, role: 'owner', scopes: [] };
  }

  /** Only the live database stores users, so that sessions of members need it in both tiers. */
  private async ofMember(organizationId: string, id: string) {
    const user = await this.databases.for('live').user.findFirst({
      where: { id, organizationId },
      select: { role: true, scopes: true, organization: { select: { planTier: true } } },
    });
    return user ? { role: user.role, scopes: user.scopes, planTier: user.organization.planTier } : undefined;
  }

  /**
   * Reads the database of the requested tier first, so that the other database may be unavailable. The default is the live database,
   * then the mirror in the sandbox database.
   */
  private async planTierOf(organizationId: string, named: Tier | undefined): Promise<PlanTier | undefined> {
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
