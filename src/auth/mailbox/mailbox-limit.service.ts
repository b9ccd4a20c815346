import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import {
  AttemptLimiter,
  daySeconds,
  hourSeconds,
  type Attempt,
  type AttemptWindow,
} from '../../platform/rate-limit/attempt-limiter.service.js';
import { mailboxOf } from './mailbox.js';

const windows: AttemptWindow[] = [
  { max: 5, seconds: hourSeconds },
  { max: 20, seconds: daySeconds },
];

/** The name of the mailbox in counters. */
export const mailboxSubject = (email: string) => `email:${sha256Hex(mailboxOf(email))}`;

/** Limits the emails that anyone can send to a mailbox: sign-in links, confirmations of a sign-up and invitations, from all organizations. */
@Injectable()
export class MailboxLimit {
  constructor(private readonly attempts: AttemptLimiter) {}

  /**
   * Counts one email. Release it if the email is not sent. Throws {@link AppError} `rate_limited`.
   *
   * @param browser a browser that signed in to the account before. It has a count of its own, so that emails that a third party causes cannot
   * keep the owner from signing in
   */
  async take(email: string, browser?: { id: string }): Promise<Attempt & { allowed: true }> {
    const subject = mailboxSubject(email);
    const attempt = await this.attempts.take(`link:${browser ? `${subject}:${browser.id}` : subject}`, windows);
    if (attempt.allowed) return attempt;
    throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(attempt.retryAfterSeconds) });
  }
}
