import { Injectable } from '@nestjs/common';
import type { Origin } from '../../common/identity/caller.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { MagicLinkToken } from '../../platform/database/generated/client.js';
import type { SignIn, Visitor } from '../account.js';
import { Accounts } from '../accounts.service.js';
import { Sessions, type ActiveSession } from '../session/sessions.service.js';
import { UnverifiedAccounts } from '../verification/unverified-accounts.service.js';
import { consumeLink } from './link-tokens.js';
import type { VerifyMagicLink } from './magic-link.schema.js';

export interface Verification extends VerifyMagicLink {
  /** The valid session of the request, if there is one. */
  session: ActiveSession | undefined;
  visitor: Visitor;
  origin: Origin;
}

/** Signs users in with a link from an email. A new user gets an account. */
@Injectable()
export class LinkVerifier {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly unverified: UnverifiedAccounts,
    private readonly sessions: Sessions,
    private readonly organizations: Organizations,
  ) {}

  /** Uses up the token if and only if the sign-in succeeds. */
  async verify(
    { token, unverified_account: choice, session, visitor, origin }: Verification,
    beforeSignIn?: (tx: Transaction, userId: string) => Promise<void>,
  ): Promise<SignIn> {
    const { signIn, isFirst, replaced } = await this.databases.for('live').$transaction(async (tx) => {
      const link = await consumeLink(tx, token);
      await this.accounts.lock(tx, link.email);
      const known = await tx.user.findUnique({
        where: { email: link.email },
        select: { id: true, organizationId: true },
      });
      const { id } = known ?? (await this.accounts.create(tx, newAccountOf(link), visitor));
      const ownSession = session?.userId === id ? session : undefined;
      const isFirst = await this.accounts.verifyEmail(tx, id, ownSession);
      const keeps = choice === 'keep' || (choice === undefined && ownSession !== undefined);
      if (known && isFirst && !keeps) await this.unverified.discard(tx, known.organizationId, origin);
      await beforeSignIn?.(tx, id);
      const signIn = await this.accounts.signIn(tx, { id }, visitor);
      // After discarding, which must not mirror this change before it is committed.
      if (isFirst && signIn) await this.organizations.markVerified(tx, signIn.account.organizationId);
      return { signIn, isFirst, replaced: isFirst ? ownSession : undefined };
    });
    if (replaced) await this.sessions.endFound(replaced);
    if (!signIn) throw new Error('an account is gone within the transaction that locked it');
    if (isFirst) await this.organizations.mirrorNow(signIn.account.organizationId);
    return signIn;
  }
}

function newAccountOf({ email, name, organizationName }: MagicLinkToken) {
  const fromAddress = email.slice(0, email.lastIndexOf('@'));
  const person = name ?? fromAddress;
  return { email, name: person, organizationName: organizationName ?? person, passwordHash: null };
}
