import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { databaseTimeBySql } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { User } from '../../platform/database/generated/client.js';
import { isPermanent } from '../../platform/mail/mailers.js';
import { LinkSender } from './link-sender.service.js';
import { validMinutes, writeLink } from './link-tokens.js';
import { MailboxLimit } from './mailbox-limit.service.js';

/** A notice that could not be sent for this time is dropped. The user can request a link. */
const maxDelayMs = 3_600_000;
const tokenBytes = 32;

/** Sends a sign-in link to the address of a new account with a password, so that its owner can confirm the address. */
@Injectable()
export class SignUpNotice {
  private readonly logger = new Logger(SignUpNotice.name);

  constructor(
    private readonly databases: Databases,
    private readonly sender: LinkSender,
    private readonly mailboxes: MailboxLimit,
  ) {}

  /** Rejects if the mail server is unavailable. The caller should retry. */
  async send(userId: string, signedUpAt: Date): Promise<void> {
    const user = await this.databases.for('live').user.findFirst({ where: { id: userId, emailVerifiedAt: null } });
    if (!user || (await this.hasNewerLink(user.email, signedUpAt))) return;
    const attempt = await this.mailboxes.take(user.email).catch(() => undefined);
    if (!attempt) {
      this.logger.warn({ user_id: userId }, 'dropped link after sign-up, mailbox reached its limit of emails');
      return;
    }
    await this.sender
      .withSendSlot(() => this.sendLink(user, signedUpAt), user.organizationId)
      .catch(async (error: unknown) => {
        await attempt.release();
        if (!isPermanent(error)) throw error;
        this.logger.warn({ error, user_id: userId }, 'failed to send link after sign-up');
      });
  }

  private async hasNewerLink(email: string, signedUpAt: Date): Promise<boolean> {
    const where = { email, createdAt: { gt: signedUpAt } };
    return (await this.databases.for('live').magicLinkToken.findFirst({ where, select: { hash: true } })) !== null;
  }

  /** As for a requested link, the token is committed only after the mail server has accepted the email. */
  private async sendLink({ id, email }: User, signedUpAt: Date): Promise<void> {
    await this.databases.transaction('live', async (sql) => {
      const now = await databaseTimeBySql(sql);
      if (now.getTime() - signedUpAt.getTime() > maxDelayMs) {
        this.logger.warn({ user_id: id }, 'dropped link after sign-up, mail server was unavailable');
        return;
      }
      const token = randomBytes(tokenBytes).toString('base64url');
      const expiresAt = new Date(now.getTime() + validMinutes * 60_000);
      // As old as the sign-up: a link that the user has requested in the meantime remains valid.
      await writeLink(sql, { token, email, createdAt: signedUpAt, expiresAt });
      await this.sender.sendSignUp({ to: email, link: this.sender.linkOf(token), signedUpAt, validMinutes });
    });
  }
}
