import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Origin } from '../../common/identity/caller.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { MagicLinkToken, User } from '../../platform/database/generated/client.js';
import { lockAccount, type SignIn, type Visitor } from '../account.js';
import { CapabilityEnd } from '../capabilities/capability-end.service.js';
import { leftInBoth, leftKinds, type LeftKind } from '../capabilities/left-objects.js';
import { Accounts } from '../accounts.service.js';
import { Sessions, type ActiveSession } from '../session/sessions.service.js';
import { consumeLink, findLink } from './link-tokens.js';
import type { LinkPreview, VerifyMagicLink } from './magic-link.schema.js';

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
    private readonly capabilities: CapabilityEnd,
    private readonly sessions: Sessions,
    private readonly organizations: Organizations,
  ) {}

  /** Describes what a link will do, without using it up. Throws {@link AppError} `magic_link_invalid`. */
  async preview(token: string, session: ActiveSession | undefined, sameBrowser: boolean): Promise<LinkPreview> {
    const live = this.databases.for('live');
    const link = await findLink(live, token);
    if (!link) throw new AppError('magic_link_invalid');
    const { email } = link;
    const user = await live.user.findUnique({ where: { email } });
    const hasSession = user !== null && session?.userId === user.id;
    const isUnverified = user !== null && user.emailVerifiedAt === null;
    return {
      email,
      same_browser: hasSession || sameBrowser,
      confirms_address: isUnverified && hasSession,
      unverified_account: isUnverified && !hasSession ? await this.unverified(user) : null,
    };
  }

  /** What was created in an account before its address was verified. A third party may have created it. */
  private async unverified({ organizationId, createdAt }: User): Promise<LinkPreview['unverified_account']> {
    const where = { id: organizationId };
    const { name } = await this.databases.for('live').organization.findUniqueOrThrow({ where });
    const objects = await leftInBoth(this.databases, { organizationId, userId: null });
    const countOf = (kind: LeftKind) => objects.filter((object) => object.kind === kind).length;
    const contents = Object.fromEntries(leftKinds.map((kind) => [kind, countOf(kind)])) as Record<LeftKind, number>;
    return { organization_name: name, created_at: createdAt.toISOString(), ...contents };
  }

  /** Uses up the token if and only if the sign-in succeeds. */
  async verify(
    { token, unverified_account: choice, session, visitor, origin }: Verification,
    beforeSignIn?: (tx: Transaction, userId: string) => Promise<void>,
  ): Promise<SignIn> {
    const { signIn, isFirst, replaced } = await this.databases.for('live').$transaction(async (tx) => {
      const link = await consumeLink(tx, token);
      await lockAccount(tx, link.email);
      const known = await tx.user.findUnique({
        where: { email: link.email },
        select: { id: true, organizationId: true },
      });
      const { id } = known ?? (await this.accounts.create(tx, newAccountOf(link), visitor));
      const ownSession = session?.userId === id ? session : undefined;
      const isFirst = await this.accounts.verifyEmail(tx, id, ownSession);
      const keeps = choice === 'keep' || (choice === undefined && ownSession !== undefined);
      if (known && isFirst && !keeps) await this.capabilities.discardUnverified(tx, known.organizationId, origin);
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
