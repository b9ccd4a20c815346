import { Injectable, Inject } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import type { Reply } from '../../common/http/reply.js';
import { databaseTimeBySql } from '../../platform/database/database-time.js';
import { secretReply } from '../../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { networkOfVisitor, type Visitor } from '../account.js';
import { Cookies } from '../session/cookies.service.js';
import { LinkSender, magicLinkMail } from './link-sender.service.js';
import { validMinutes, writeLink } from './link-tokens.js';
import type { RequestMagicLink } from './magic-link.schema.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { isLoopback } from '../../platform/rate-limit/limit.guard.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';
import { MailboxLimit, mailboxSubject } from './mailbox-limit.service.js';

const maxRequestsPerMinute = 5;

interface LinkRequest {
  body: RequestMagicLink;
  idempotencyKey: string | undefined;
  visitor: Visitor;
}

/** Sends one-time links. Never queries users, so that the response does not reveal whether an address has an account. */
@Injectable()
export class MagicLinks {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly limiter: RateLimiter,
    private readonly mailboxes: MailboxLimit,
    private readonly cookies: Cookies,
    private readonly sender: LinkSender,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Sends the email within the transaction that writes the token. The token and the idempotency record are committed only after the mail
   * server has accepted the email. If sending fails or the process ends, neither is stored, and a retry creates a new token.
   */
  async send(link: LinkRequest): Promise<Reply<{ sent: true; magic_link?: string }>> {
    const result = await this.sendWithinLimit(link);
    const { replayed } = result;
    // The token is not stored. A replay derives the same token again, and only if it is needed.
    const token = () => result.secret.toString('base64url');
    // Production does not start with `debug`.
    const data = { sent: true as const, ...(this.settings.debug && { magic_link: this.sender.linkOf(token()) }) };
    return secretReply(data, replayed, replayed ? {} : { 'Set-Cookie': this.cookies.linkCookie(token()) });
  }

  /**
   * Limits the links to one mailbox, regardless of the number of clients. A browser that signed in to the account before has a count of its
   * own, so that requests of a third party cannot keep the owner from signing in. Counts only links that are sent: neither replays nor
   * failures. Throws {@link AppError} `rate_limited`.
   */
  private async sendWithinLimit(link: LinkRequest) {
    const { visitor, body } = link;
    const browserId = this.cookies.browserIdOf(visitor, body.email);
    await this.limiter.takeOrThrow(mailboxSubject(body.email, browserId), maxRequestsPerMinute);
    // Developers sign in often with one address.
    if (this.settings.nodeEnv !== 'production' && isLoopback(visitor.address)) return this.sendOnce(link);
    const attempt = await this.mailboxes.take(body.email, browserId);
    const sent = await this.sendOnce(link).catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
    if (sent.replayed) await attempt.release();
    return sent;
  }

  private sendOnce({ body, idempotencyKey, visitor }: LinkRequest) {
    const request = {
      scope: `email:${sha256(body.email).toString('hex')}`,
      route: 'POST /v1/auth/magic-link/request',
      key: idempotencyKey,
      payload: body,
      status: 202,
    };
    return this.sender.withSendSlot(
      () =>
        this.idempotency.once('live', request, async (sql, secret) => {
          const token = secret.toString('base64url');
          const requestedAt = await databaseTimeBySql(sql);
          const expiresAt = new Date(requestedAt.getTime() + validMinutes * 60_000);
          await writeLink(sql, { ...body, token, createdAt: requestedAt, expiresAt });
          const link = this.sender.linkOf(token);
          const requestedFrom = visitor.address;
          await this.sender.send(magicLinkMail({ to: body.email, link, requestedFrom, requestedAt, validMinutes }));
          return { body: { sent: true } };
        }),
      networkOfVisitor(visitor),
    );
  }
}
