import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import { type CredentialHolder, scopesOf, type Access, type Tier } from '../../common/identity/caller.js';
import { Reply } from '../../common/http/reply.js';
import { defaultTiers, type PlanTier } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { requestFields, targetFields } from '../../platform/logging/request-log.js';
import { SecurityLog } from '../../platform/logging/security-log.service.js';
import type { Identified } from '../identity.record.js';
import { namedTier } from '../account.js';
import { Cookies, isFromOurPages } from './cookies.service.js';
import { Sessions, type ActiveSession } from './sessions.service.js';
import { isDatabaseUnavailable } from '../../platform/database/database-unavailable.js';
import { Databases } from '../../platform/database/databases.service.js';

@Injectable()
export class SessionAuthenticator {
  constructor(
    private readonly cookies: Cookies,
    private readonly sessions: Sessions,
    private readonly databases: Databases,
    private readonly log: SecurityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Returns undefined without a cookie or with an invalid one. An accepted request extends the session and gets a new cookie. A rejected
   * request does not.
   */
  async authenticate(request: Request, response: Response): Promise<Identified | undefined> {
    const presented = await this.find(request);
    if (!presented) return undefined;
    const { token, session: found } = presented;
    const named = namedTier(request);
    const refusal = this.crossSiteRefusal(request) ?? (named instanceof AppError ? named : undefined);
    const tier = named instanceof AppError ? undefined : named;
    const session = refusal ? found : await this.sessions.refresh(found);
    const access = session && (await this.accessOf(session, tier));
    if (!access) return undefined;
    if (session !== found) response.append('Set-Cookie', this.cookies.sessionCookie(token));
    return { caller: toCaller(session, access, tier), refusal };
  }

  /** The valid session of the cookie, for routes that do not require one. */
  async presented(request: Request): Promise<ActiveSession | undefined> {
    return (await this.find(request))?.session;
  }

  private async find(request: Request): Promise<{ token: string; session: ActiveSession } | undefined> {
    for (const token of this.cookies.sessionTokens(request)) {
      const session = await this.sessions.find(token);
      if (session) return { token, session };
    }
    return undefined;
  }

  /** Ends the sessions of the cookies. Without a cookie, the response does not clear it: another site could trigger that. */
  async logOut(request: Request): Promise<Reply<undefined>> {
    const tokens = this.cookies.sessionTokens(request);
    if (tokens.length === 0) return new Reply(undefined);
    const refusal = this.crossSiteRefusal(request);
    if (refusal) throw refusal;
    for (const token of tokens) {
      const ended = await this.sessions.end(token);
      if (ended) this.log.write('session.ended', endedFields(request, ended));
    }
    return new Reply(undefined, { headers: { 'Set-Cookie': this.cookies.clearedSessionCookie() } });
  }

  /**
   * Reads the plan and the scopes for each request, so that a change takes effect with the next request. Returns undefined if the user or the
   * organization does not exist. An owner needs no query of the user: the sessions of an owner who becomes a member end.
   */
  private async accessOf(
    { organizationId, userId, stored }: ActiveSession,
    named: Tier | undefined,
  ): Promise<(Access & { planTier: PlanTier }) | undefined> {
    if (stored.role === 'owner') {
      const planTier = await this.planTierOf(organizationId, named);
      return planTier && { planTier, role: 'owner', scopes: [] };
    }
    // Only the live database stores users, so that sessions of members need it in both tiers.
    const user = await this.databases.for('live').user.findFirst({
      where: { id: userId, organizationId },
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

  private crossSiteRefusal(request: Request): AppError | undefined {
    return isFromOurPages(request, this.settings.frontendUrl) ? undefined : new AppError('csrf_rejected');
  }
}

function endedFields(request: Request, { userId, organizationId }: ActiveSession) {
  const user = { user_id: userId, organization_id: organizationId, sessions: 1 };
  return { ...requestFields(request), ...targetFields(request), ...user };
}

/** The default tier of a session is that of the plan. */
export function toCaller(
  { key: sessionKey, userId, organizationId, expiresAt }: Omit<ActiveSession, 'stored'>,
  { planTier, ...access }: Access & { planTier: PlanTier },
  named?: Tier,
): CredentialHolder {
  const organization = { organizationId, planTier, tier: named ?? defaultTiers[planTier] };
  const { role } = access;
  return { ...organization, scopes: scopesOf(access), method: 'session', userId, role, sessionKey, expiresAt };
}
