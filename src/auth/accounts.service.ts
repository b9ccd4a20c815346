import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { Transaction } from '../platform/database/databases.service.js';
import type { SignIn } from './account.js';
import { lockAccount } from './account-lock.js';
import { Sessions, type ActiveSession } from './session/sessions.service.js';
import { SignUpLimit } from './sign-up-limit.service.js';
import type { Visitor } from './visitor.js';

export interface NewAccount {
  email: string;
  name: string;
  organizationName: string;
  passwordHash: string | null;
}

interface SigningIn {
  id: string;
  /** If set, signs in only if the password has not changed since it was checked. */
  passwordHash?: string;
}

/**
 * User accounts and sign-in. All methods run in the caller's transaction on the live database. Sessions start and end while the
 * transaction locks the row of the user. So a new session is either ended by a concurrent transaction or reads its changes.
 */
@Injectable()
export class Accounts {
  constructor(
    private readonly organizations: Organizations,
    private readonly sessions: Sessions,
    private readonly signUpLimit: SignUpLimit,
    private readonly clock: Clock,
  ) {}

  /** Until the transaction ends, no other transaction creates or verifies an account with this email address. */
  async lock(tx: Transaction, email: string): Promise<void> {
    await lockAccount(tx, email);
  }

  /** Creates the organization together with its first user, who is its admin. */
  async create(
    tx: Transaction,
    { organizationName, ...user }: NewAccount,
    { address }: Visitor,
  ): Promise<{ id: string }> {
    await this.signUpLimit.take(address);
    const { id: organizationId } = await this.organizations.create(tx, organizationName);
    return tx.user.create({ data: { id: newId(), organizationId, ...user }, select: { id: true } });
  }

  /**
   * Called when the user opened a link that was sent to the address. Before the first time, a third party may have created the account,
   * so that this removes the password and ends all sessions. Returns whether this was the first time.
   *
   * @param except a session that the caller ends after the commit: if the transaction fails, a retry must still find it
   */
  async verifyEmail(tx: Transaction, id: string, except?: ActiveSession): Promise<boolean> {
    const emailVerifiedAt = this.clock.now();
    const first = { id, emailVerifiedAt: null };
    const { count } = await tx.user.updateMany({ where: first, data: { emailVerifiedAt, passwordHash: null } });
    if (count > 0) await this.sessions.endAll(id, except);
    return count > 0;
  }

  /** Returns undefined if the user does not exist or has changed since the caller read it. */
  async signIn(tx: Transaction, where: SigningIn): Promise<SignIn | undefined> {
    const [account] = await tx.user.updateManyAndReturn({
      where,
      data: { lastLoginAt: this.clock.now() },
      include: { organization: true },
    });
    return account && { account, session: await this.sessions.start(account) };
  }
}
