import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { Reply } from '../common/http/reply.js';
import { Databases } from '../platform/database/databases.service.js';
import type { SignIn } from './account.js';
import { toIdentity, type IdentityRecord } from './identity.record.js';
import { toCaller } from './session/session-authenticator.service.js';
import { SessionCookie } from './session/session-cookie.service.js';

/** Describes the caller. */
@Injectable()
export class Identities {
  constructor(
    private readonly databases: Databases,
    private readonly cookie: SessionCookie,
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

  /** The response to a sign-in: the identity and the cookie of the new session. */
  welcome({ account, session }: SignIn): Reply<IdentityRecord> {
    const { organization } = account;
    const { expiresAt } = session;
    const caller = toCaller({
      sessionKey: session.key,
      userId: account.id,
      organizationId: organization.id,
      planTier: organization.planTier,
      expiresAt,
    });
    const headers = { 'Set-Cookie': this.cookie.write(session.token), 'Cache-Control': 'no-store' };
    return new Reply(toIdentity(caller, organization, account), { headers });
  }
}
