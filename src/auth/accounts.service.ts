import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { sha256 } from '../common/crypto.js';
import { newId } from '../common/ids.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { Transaction } from '../platform/database/databases.service.js';
import type { SignIn } from './account.js';
import { Sessions } from './session/sessions.service.js';

export interface NewAccount {
  email: string;
  name: string;
  organizationName: string;
  passwordHash: string | null;
}

interface SigningIn {
  id: string;
  /** Signs in only while the password is still this one. */
  passwordHash?: string;
}

/**
 * People and how they come in. Everything here is part of the caller's transaction on the live database, and sessions begin and end while it
 * holds the user's row: so a session either begins before another transaction ends all of them, or sees what that one changed.
 */
@Injectable()
export class Accounts {
  constructor(
    private readonly organizations: Organizations,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** Until the end of the transaction nobody else makes an account for the address, or verifies it. */
  async lock(tx: Transaction, email: string): Promise<void> {
    const lock = sha256(`account\n${email}`).readBigInt64BE();
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${lock})::text`;
  }

  /** The organization comes with its first user, who is its admin. */
  async create(tx: Transaction, { organizationName, ...user }: NewAccount): Promise<{ id: string }> {
    const { id: organizationId } = await this.organizations.create(tx, organizationName);
    return tx.user.create({ data: { id: newId(), organizationId, ...user }, select: { id: true } });
  }

  /**
   * Called when a link sent to the address was used. The first time, whoever made the account before may have been a stranger to the
   * address: their password goes, and their sessions with it.
   */
  async verifyEmail(tx: Transaction, id: string): Promise<void> {
    const emailVerifiedAt = this.clock.now();
    const first = { id, emailVerifiedAt: null };
    const { count } = await tx.user.updateMany({ where: first, data: { emailVerifiedAt, passwordHash: null } });
    if (count > 0) await this.sessions.endAll(id);
  }

  /** Undefined when the user is not, or no longer, as the caller found them. */
  async signIn(tx: Transaction, where: SigningIn): Promise<SignIn | undefined> {
    const [account] = await tx.user.updateManyAndReturn({
      where,
      data: { lastLoginAt: this.clock.now() },
      include: { organization: true },
    });
    return account && { account, session: await this.sessions.start(account) };
  }
}
