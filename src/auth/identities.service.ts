import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { Reply } from '../common/http/reply.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Account, SignIn, Visitor } from './account.js';
import { toIdentity, type IdentityRecord } from './identity.record.js';
import { toCaller } from './session/session-authenticator.service.js';
import { Cookies } from './session/cookies.service.js';
import { Sessions } from './session/sessions.service.js';

@Injectable()
export class Identities {
  constructor(
    private readonly databases: Databases,
    private readonly cookies: Cookies,
    private readonly sessions: Sessions,
  ) {}

  async me(caller: Caller): Promise<IdentityRecord> {
    if (caller.method === 'api_key') {
      const organization = await this.databases.for(caller.tier).organization.findUniqueOrThrow({
        where: { id: caller.organizationId },
      });
      return toIdentity(caller, organization, null);
    }
    const user = await this.databases.for('live').user.findFirst({
      where: { id: caller.userId, organizationId: caller.organizationId },
      include: { organization: true },
    });
    if (!user) throw new AppError('authentication_required');
    return toIdentity(caller, user.organization, user);
  }

  /** The response to a sign-in: the identity, the cookie of the new session, and the cookie that makes the browser recognizable. */
  async welcome({ account, session }: SignIn, visitor: Visitor): Promise<Reply<IdentityRecord>> {
    // The browser replaces its cookie, so that the earlier session could not be ended by its user anymore.
    for (const earlier of this.cookies.sessionTokens({ headers: { cookie: visitor.cookies } }))
      await this.sessions.end(earlier);
    const { organization, organizationId, role, scopes } = account;
    const { planTier } = organization;
    const caller = toCaller({ ...session, userId: account.id, organizationId }, { planTier, role, scopes });
    const cookies = [this.cookies.sessionCookie(session.token), ...this.browserCookie(account, visitor)];
    const headers = { 'Set-Cookie': cookies, 'Cache-Control': 'no-store' };
    return new Reply(toIdentity(caller, organization, account), { headers });
  }

  /** None for an unverified address: a third party may have signed up with it. */
  browserCookie({ email, emailVerifiedAt, browsersForgottenAt }: Account, visitor: Visitor): string[] {
    if (!emailVerifiedAt) return [];
    return [this.cookies.browserCookie(visitor, email, browsersForgottenAt)];
  }
}
