import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../common/crypto.js';
import {
  AttemptLimiter,
  daySeconds,
  hourSeconds,
  type AllowedAttempt,
  type AttemptWindow,
} from '../../platform/rate-limit/attempt-limiter.service.js';

/** Domains of one provider, whose addresses reach the same mailbox. */
const sameProvider: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The mailbox of an address, for limits of emails only. Providers ignore case, a tag after a plus sign, and often dots before the @. Where one
 * counts dots, two mailboxes share a limit, which protects both.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const name = local.split('+', 1)[0]!.replaceAll('.', '');
  return `${name === '' ? local : name}@${sameProvider[domain] ?? domain}`;
}

const windows: AttemptWindow[] = [
  { max: 5, seconds: hourSeconds },
  { max: 20, seconds: daySeconds },
];

/**
 * The name of the mailbox in counters.
 *
 * @param browserId a browser that signed in to the account before. It has a count of its own, so that emails that a third party causes cannot
 * keep the owner from signing in
 */
export const mailboxSubject = (email: string, browserId?: string) =>
  `email:${sha256Hex(mailboxOf(email))}${browserId === undefined ? '' : `:${browserId}`}`;

/** Limits the emails that anyone can send to a mailbox: sign-in links, confirmations of a sign-up and invitations, from all organizations. */
@Injectable()
export class MailboxLimit {
  constructor(private readonly attempts: AttemptLimiter) {}

  /** Counts one email. Release it if the email is not sent. Throws {@link AppError} `rate_limited`. */
  take(email: string, browserId?: string): Promise<AllowedAttempt> {
    return this.attempts.takeOrThrow(`link:${mailboxSubject(email, browserId)}`, windows);
  }
}
