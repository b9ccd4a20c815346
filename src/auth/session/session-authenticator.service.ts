import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import type { CredentialHolder } from '../../common/identity/caller.js';
import { publicScopes } from '../../common/identity/scopes.js';
import { Reply } from '../../common/http/reply.js';
import type { Tier } from '../../common/identity/tier.js';
import type { PlanTier } from '../../config/plans.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import type { Identified } from '../identified.js';
import { namedTier } from '../named-tier.js';
import { PlanTiers } from './plan-tiers.service.js';
import { isFromOurPages } from './same-origin.js';
import { SessionCookie } from './session-cookie.service.js';
import { Sessions } from './sessions.service.js';

/** From a session cookie to the caller it stands for. */
@Injectable()
export class SessionAuthenticator {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly sessions: Sessions,
    private readonly planTiers: PlanTiers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Undefined without a cookie, and for a bad one, which counts as none. A request that uses its session prolongs it, and is sent the
   * cookie anew; one that is refused does not.
   */
  async authenticate(request: Request, response: Response): Promise<Identified | undefined> {
    const token = this.cookie.read(request);
    const found = token === undefined ? undefined : await this.sessions.find(token);
    if (token === undefined || !found) return undefined;
    const named = namedTier(request);
    const refusal = this.crossSiteRefusal(request) ?? (named instanceof AppError ? named : undefined);
    const tier = named instanceof AppError ? undefined : named;
    const session = refusal ? found : await this.sessions.refresh(found);
    const planTier = session && (await this.planTiers.of(session.organizationId, tier));
    if (!planTier) return undefined;
    if (session !== found) response.append('Set-Cookie', this.cookie.write(token));
    return { caller: toCaller({ ...session, planTier }, tier), refusal };
  }

  /** Ends the session of the cookie. Without a cookie nothing is said about one: another site could have our answer clear it. */
  async logOut(request: Request): Promise<Reply<undefined>> {
    const token = this.cookie.read(request);
    if (token === undefined) return new Reply(undefined);
    const refusal = this.crossSiteRefusal(request);
    if (refusal) throw refusal;
    await this.sessions.end(token);
    return new Reply(undefined, { headers: { 'Set-Cookie': this.cookie.clear() } });
  }

  /** The refusal of a request where another site may have made a browser send its cookie along. */
  private crossSiteRefusal(request: Request): AppError | undefined {
    return isFromOurPages(request, this.settings.frontendUrl) ? undefined : new AppError('csrf_rejected');
  }
}

interface SessionOfPlan {
  userId: string;
  organizationId: string;
  planTier: PlanTier;
  expiresAt: Date;
}

/** A session may do everything (who founded the organization is its admin), in the tier of its plan unless the request names another. */
export function toCaller(
  { userId, organizationId, planTier, expiresAt }: SessionOfPlan,
  named?: Tier,
): CredentialHolder {
  const tier = named ?? (planTier === 'growth' ? 'live' : 'sandbox');
  return { organizationId, planTier, tier, scopes: publicScopes, method: 'session', userId, expiresAt };
}
