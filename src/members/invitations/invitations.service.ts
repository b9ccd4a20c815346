import { Inject, Injectable } from '@nestjs/common';
import { LinkSender, linkMail } from '../../auth/magic-link/link-sender.service.js';
import { hashOf } from '../../auth/magic-link/link-tokens.js';
import { AppError } from '../../common/errors/app-error.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId, newPrefixedId, sha256Hex } from '../../common/crypto.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage, type PageQuery } from '../../common/pagination/page.js';
import type { Settings } from '../../config/settings.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime, databaseTimeBySql } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Invitation } from '../../platform/database/generated/client.js';
import { insert, toColumns, type Sql } from '../../platform/database/sql.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { creationBy, Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { accessOf, auditedAccess } from '../access.schema.js';
import {
  toInvitationRecord,
  type CreateInvitation,
  type InvitationRecord,
  type RevokedInvitation,
} from './invitation.record.js';
import { type Mail, minuteOf } from '../../platform/mail/mailers.js';
import { mailboxOf, MailboxLimit } from '../../auth/magic-link/mailbox-limit.service.js';
import { sessionOf } from '../../auth/session/session-list.service.js';
import { lockOrganization, maxMembers } from '../../platform/database/organization-limits.js';
import { AttemptLimiter, daySeconds, type AllowedAttempt } from '../../platform/rate-limit/attempt-limiter.service.js';

const maxPerDay = 50;
const maxPerDayAndAddress = 5;

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
    const take = (of: string, max: number) => this.attempts.takeOrThrow(of, [{ max, seconds: daySeconds }]);
    try {
      taken.push(await this.mailboxes.take(email));
      taken.push(await take(`${subject}:${sha256Hex(mailboxOf(email))}`, maxPerDayAndAddress));
      taken.push(await take(subject, maxPerDay));
      await send();
    } catch (error) {
      for (const attempt of taken) await attempt.release();
      throw error;
    }
  }
}

const validDays = 7;
const dayMs = 24 * 3_600_000;

/** The pending invitations of the caller's organization. They are in the live database, regardless of the tier of the caller. */
@Injectable()
export class Invitations {
  constructor(
    private readonly databases: Databases,
    private readonly idempotency: Idempotency,
    private readonly sender: LinkSender,
    private readonly limits: InvitationLimits,
    private readonly cursors: CursorCodec,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Replaces an earlier invitation of the address. The email is sent within the transaction, as for sign-in links. Never queries users of
   * other organizations, so that neither the response nor its time reveals whether the address has an account.
   * Throws {@link AppError} `already_member`, `member_limit_reached`, `rate_limited`, `email_delivery_failed`.
   */
  async create(
    caller: Caller,
    request: CreateInvitation,
    idempotencyKey: string | undefined,
  ): Promise<Reply<InvitationRecord>> {
    const { organizationId } = caller;
    const access = accessOf(request);
    const once = creationBy(caller, 'POST /v1/invitations', idempotencyKey, request);
    const { body, replayed } = await this.sender.withSendSlot(
      () =>
        this.idempotency.once('live', once, async (sql, secret) => {
          const inviter = await this.limits.require(sql, caller, request.email);
          const token = secret.toString('base64url');
          const row = await write(
            sql,
            { ...access, organizationId, email: request.email, invitedBy: inviter.id },
            token,
          );
          const audited = { action: 'invitation.created' as const, subject: row.id, details: auditedAccess(row) };
          await Audit.appendBySql(sql, caller, audited);
          const { email: to, createdAt: invitedAt } = row;
          const link = this.linkOf(token);
          const mail = invitationMail({ to, link, invitedBy: inviter.email, invitedAt, validDays });
          await this.limits.count(organizationId, to, () => this.sender.send(mail));
          return { body: toInvitationRecord(row) };
        }),
      organizationId,
    );
    return new Reply(body, { headers: replayHeaders(replayed) });
  }

  async list(caller: Caller, { limit, cursor }: PageQuery): Promise<Reply<InvitationRecord[]>> {
    const { organizationId } = caller;
    const live = this.databases.for('live');
    const pending = { organizationId, expiresAt: { gt: await databaseTime(live) } };
    const page = { limit, cursor, list: listOf('invitations', caller) };
    return newestPage(this.cursors, page, toInvitationRecord, ({ after, ...query }) =>
      live.invitation.findMany({ where: { ...pending, ...after }, ...query }),
    );
  }

  /** Throws {@link AppError} `invitation_not_found`. */
  async revoke(caller: Caller, id: string): Promise<RevokedInvitation> {
    const { organizationId } = caller;
    if (!isPrefixedId('inv', id)) throw new AppError('invitation_not_found');
    await this.databases.for('live').$transaction(async (tx) => {
      const { count } = await tx.invitation.deleteMany({ where: { id, organizationId } });
      if (count === 0) throw new AppError('invitation_not_found');
      await Audit.append(tx, caller, { action: 'invitation.revoked', subject: id });
    });
    return { id, deleted: true };
  }

  /** The page of sign-in links has the origin at which browsers reach the service. A fragment is in no log of a server. */
  private linkOf(token: string): string {
    return new URL(`/invitation#token=${token}`, this.settings.frontendUrl).href;
  }
}

type NewInvitation = Pick<Invitation, 'organizationId' | 'email' | 'role' | 'invitedBy'> & {
  scopes: readonly string[];
};

/** Deletes the earlier invitation of the address, so that its link ends. */
async function write(sql: Sql, { scopes, ...invitation }: NewInvitation, token: string): Promise<Invitation> {
  const { organizationId, email } = invitation;
  const text = 'DELETE FROM invitations WHERE organization_id = $1 AND email = $2';
  await sql.query({ text, values: [organizationId, email] });
  const createdAt = await databaseTimeBySql(sql);
  const expiresAt = new Date(createdAt.getTime() + validDays * dayMs);
  const id = newPrefixedId('inv');
  const row = { ...invitation, id, scopes: [...scopes], hash: hashOf(token), createdAt, expiresAt };
  await insert(sql, 'invitations', toColumns(row));
  return row;
}

interface InvitationMail {
  to: string;
  link: string;
  /** The verified email address of the owner. */
  invitedBy: string;
  invitedAt: Date;
  validDays: number;
}

/**
 * Contains no text that an owner chose, such as the name of the organization: otherwise anyone could use the service to send messages to
 * any address. The text is the same for addresses with and without an account, so that it explains both cases.
 */
function invitationMail({ to, link, invitedBy, invitedAt, validDays }: InvitationMail): Mail {
  return linkMail({
    to,
    subject: 'Invitation to an organization on Simulation Service',
    link,
    action: 'View the invitation',
    cause: `${invitedBy} invited ${to} to an organization on Simulation Service at ${minuteOf(invitedAt)}.`,
    rules: `The link works once and expires after ${validDays} days. The page shows the organization. Click the button there to join. An email address belongs to one organization: if you already have an account with this address, sign in to it first and open the link in the same browser. The page then offers to move the account. To keep both, request an invitation of another address from ${invitedBy}.`,
    notYou:
      'If you do not know the sender, do nothing: without the link, no one can join as you. Do not forward the link. We never ask for it.',
  });
}
