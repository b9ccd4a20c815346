import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { isLoopback } from '../../platform/rate-limit/address-limit.guard.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';
import { KnownBrowsers } from '../browser/known-browsers.service.js';
import { MailboxLimit, mailboxSubject } from '../mailbox/mailbox-limit.service.js';
import type { Visitor } from '../account.js';

const maxRequestsPerMinute = 5;

interface SentOrReplayed {
  replayed: boolean;
}

/**
 * Limits the links to one mailbox, regardless of the number of clients. A browser that signed in to the account before has a count of its
 * own, so that requests of a third party cannot keep the owner from signing in. Never queries users.
 */
@Injectable()
export class LinkLimit {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly mailboxes: MailboxLimit,
    private readonly browsers: KnownBrowsers,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts only links that `send` sends: neither replays nor failures. Throws {@link AppError} `rate_limited`. */
  async run<T extends SentOrReplayed>(email: string, visitor: Visitor, send: () => Promise<T>): Promise<T> {
    const mailbox = mailboxSubject(email);
    const browser = this.browsers.recognize(visitor, email);
    const subject = browser ? `${mailbox}:${browser.id}` : mailbox;
    await this.limiter.takeOrThrow(subject, maxRequestsPerMinute);
    // Developers sign in often with one address.
    if (this.settings.nodeEnv !== 'production' && isLoopback(visitor.address)) return send();
    const attempt = await this.mailboxes.take(email, browser);
    const sent = await send().catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
    if (sent.replayed) await attempt.release();
    return sent;
  }
}
