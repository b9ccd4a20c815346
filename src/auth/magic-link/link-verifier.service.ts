import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { MagicLinkToken } from '../../platform/database/generated/client.js';
import type { SignIn } from '../account.js';
import { Accounts } from '../accounts.service.js';
import type { Visitor } from '../visitor.js';
import { hashOf } from './magic-links.service.js';

/** Signs users in with a link from an email. A new user gets an account. */
@Injectable()
export class LinkVerifier {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
  ) {}

  /** Uses up the token if and only if the sign-in succeeds. */
  async verify(token: string, visitor: Visitor): Promise<SignIn> {
    const { signIn, isFirst } = await this.databases.for('live').$transaction(async (tx) => {
      const link = await this.consume(tx, token);
      await this.accounts.lock(tx, link.email);
      const known = await tx.user.findUnique({ where: { email: link.email }, select: { id: true } });
      const { id } = known ?? (await this.accounts.create(tx, newAccountOf(link), visitor));
      const isFirst = await this.accounts.verifyEmail(tx, id);
      return { signIn: await this.accounts.signIn(tx, { id }), isFirst };
    });
    if (!signIn) throw new Error('an account is gone within the transaction that locked it');
    if (isFirst) await this.organizations.mirrorNow(signIn.account.organizationId);
    return signIn;
  }

  /** One conditional update, so that only one of many concurrent requests can use the token. */
  private async consume(tx: Transaction, token: string): Promise<MagicLinkToken> {
    const now = await databaseTime(tx);
    const [link] = await tx.magicLinkToken.updateManyAndReturn({
      where: { hash: hashOf(token), consumedAt: null, expiresAt: { gt: now } },
      data: { consumedAt: now },
    });
    if (!link) throw new AppError('magic_link_invalid');
    return link;
  }
}

function newAccountOf({ email, name, organizationName }: MagicLinkToken) {
  const fromAddress = email.slice(0, email.lastIndexOf('@'));
  const person = name ?? fromAddress;
  return { email, name: person, organizationName: organizationName ?? person, passwordHash: null };
}
