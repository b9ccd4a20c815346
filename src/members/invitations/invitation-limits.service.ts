import { Injectable } from '@nestjs/common';
import { mailboxOf } from '../../auth/mailbox/mailbox.js';
import { MailboxLimit } from '../../auth/mailbox/mailbox-limit.service.js';
import { sessionOf } from '../../auth/session/session-list.service.js';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { lockOrganization, maxMembers } from '../../platform/database/organization-limits.js';
import type { Sql } from '../../platform/database/sql.js';
import { AttemptLimiter, daySeconds, type Attempt } from '../../platform/rate-limit/attempt-limiter.service.js';

const maxPerDay = 50;
const maxPerDayAndAddress = 5;

type AllowedAttempt = Attempt & { allowed: true };

/** What must be true before an invitation is sent. */
@Injectable()
export class InvitationLimits {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly mailboxes: MailboxLimit,
  ) {}

  /**
   * Returns the owner who invites. Until the transaction ends, no other owner invites, changes or removes a member. Throws {@link AppError} `owner_required`, `email_unverified`, `already_member`, `member_limit_reached`.
   */
  async require(sql: Sql, caller: Caller, email: string): Promise<{ id: string; email: string }> {
    const { organizationId, userId } = sessionOf(caller);
    const isVerified = await lockOrganization(sql, organizationId);
    const { rows: members } = await sql.query<{ id: string; email: string; role: string }>({
      text: 'SELECT id, email, role FROM users WHERE organization_id = $1',
      values: [organizationId],
    });
    const inviter = members.find(({ id, role }) => id === userId && role === 'owner');
    if (!inviter) throw new AppError('owner_required');
    if (!isVerified) throw new AppError('email_unverified', { cause: 'email_unverified' });
    if (members.some((member) => member.email === email)) throw new AppError('already_member');
    // The invitation that this one replaces does not count.
    const { rows: pending } = await sql.query({
      text: 'SELECT FROM invitations WHERE organization_id = $1 AND email <> $2 AND expires_at > now()',
      values: [organizationId, email],
    });
    if (members.length + pending.length >= maxMembers) {
      throw new AppError('member_limit_reached', { member_limit: maxMembers });
    }
    return inviter;
  }

  /**
   * Emails cost money and reputation, and a mailbox must not be flooded. Counts only emails that `send` sends. Throws {@link AppError}
   * `rate_limited`.
   */
  async count(organizationId: string, email: string, send: () => Promise<void>): Promise<void> {
    const subject = `invitations:${organizationId}`;
    const taken: AllowedAttempt[] = [];
    try {
      taken.push(await this.mailboxes.take(email));
      taken.push(await this.take(`${subject}:${sha256Hex(mailboxOf(email))}`, maxPerDayAndAddress));
      taken.push(await this.take(subject, maxPerDay));
      await send();
    } catch (error) {
      for (const attempt of taken) await attempt.release();
      throw error;
    }
  }

  private async take(subject: string, max: number): Promise<AllowedAttempt> {
    const attempt = await this.attempts.take(subject, [{ max, seconds: daySeconds }]);
    if (attempt.allowed) return attempt;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(attempt.retryAfterSeconds) });
  }
}
