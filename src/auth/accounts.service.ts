import { Injectable, Inject } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { newId } from '../common/crypto.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { Transaction } from '../platform/database/databases.service.js';
import { Outbox } from '../platform/outbox/outbox.js';
import type { User } from '../platform/database/generated/client.js';
import type { SignIn, Visitor } from './account.js';
import { Cookies } from './session/cookies.service.js';
import { Sessions, type ActiveSession } from './session/sessions.service.js';
import { AppError } from '../common/errors/app-error.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { AttemptLimiter, daySeconds } from '../platform/rate-limit/attempt-limiter.service.js';
import { isLoopback, networkOf } from '../platform/rate-limit/limit.guard.js';

const maxOrganizationsPerDay = 20;

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
    private readonly attempts: AttemptLimiter,
    private readonly cookies: Cookies,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Creates the organization together with its first user, who is its owner. Throws {@link AppError} `sign_up_limit_reached`. */
  async create(
    tx: Transaction,
    { organizationName, ...user }: NewAccount,
    { address }: Visitor,
  ): Promise<{ id: string }> {
    await this.countSignUp(address);
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
  async signIn(tx: Transaction, where: SigningIn, visitor: Visitor): Promise<SignIn | undefined> {
    const before = await tx.user.findFirst({ where, select: { lastLoginAt: true } });
    const [account] = await tx.user.updateManyAndReturn({
      where,
      data: { lastLoginAt: this.clock.now() },
      include: { organization: true },
    });
    if (!account) return undefined;
    if (before?.lastLoginAt) await this.noticeNewBrowser(tx, account, visitor);
    return { account, session: await this.sessions.start(account, visitor) };
  }

  /**
   * Sets a password, ends all sessions but the one with the key `key`, and forgets the known browsers. Returns false if the user does not
   * exist or has changed since the caller read it.
   */
  async setPassword(
    tx: Transaction,
    where: SigningIn,
    { passwordHash, visitor, key }: { passwordHash: string; visitor: Visitor; key?: string },
  ): Promise<boolean> {
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) return false;
    await this.endSessions(tx, where.id, key === undefined ? undefined : { key });
    await Outbox.append(tx, { kind: 'user.password_changed', payload: this.changeOf(where.id, visitor) });
    return true;
  }

  /** Ends the sessions and forgets the known browsers. */
  async endSessions(tx: Transaction, id: string, except?: Pick<ActiveSession, 'key'>): Promise<void> {
    await tx.user.updateMany({ where: { id }, data: { browsersForgottenAt: this.clock.now() } });
    await this.sessions.endAll(id, except);
  }

  /** Limits new organizations by network address, because each costs storage and has a monthly quota. */
  private async countSignUp(address: string): Promise<void> {
    // Development and tests create many accounts on one machine.
    if (this.settings.nodeEnv !== 'production' && isLoopback(address)) return;
    const windows = [{ max: maxOrganizationsPerDay, seconds: daySeconds }];
    const attempt = await this.attempts.take(`sign-up:${networkOf(address)}`, windows);
    if (attempt.allowed) return;
    const headers = { 'Retry-After': String(attempt.retryAfterSeconds) };
    throw new AppError('sign_up_limit_reached', { daily_limit: maxOrganizationsPerDay }).withHeaders(headers);
  }

  /** Not to an unverified address: a third party may have signed up with it. */
  private async noticeNewBrowser(tx: Transaction, { id, email, ...user }: User, visitor: Visitor): Promise<void> {
    if (!user.emailVerifiedAt || this.cookies.browserIdOf(visitor, email, user.browsersForgottenAt) !== undefined)
      return;
    await Outbox.append(tx, { kind: 'user.signed_in', payload: this.changeOf(id, visitor) });
  }

  private changeOf(userId: string, { address, browser }: Visitor) {
    return { user_id: userId, address, browser, at: this.clock.now().toISOString() };
  }
}
