import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { User } from '../../platform/database/generated/client.js';
import {
  AttemptLimiter,
  daySeconds,
  hourSeconds,
  type AttemptWindow,
} from '../../platform/rate-limit/attempt-limiter.service.js';
import { KnownBrowsers } from '../browser/known-browsers.service.js';
import { networkOfVisitor, type Visitor } from '../visitor.js';
import { PasswordHasher } from './password-hasher.service.js';

const windows: AttemptWindow[] = [
  { max: 10, seconds: hourSeconds },
  { max: 100, seconds: daySeconds },
];

interface Credentials {
  email: string;
  password: string;
}

/**
 * Compares passwords, with a limit of wrong ones for each account. A browser that signed in to the account before has a count of its own,
 * so that wrong passwords of a third party cannot lock the owner out.
 */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly browsers: KnownBrowsers,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Takes the same time for a user without a password and for an unknown address (null). Throws {@link AppError} `email_link_required`.
   * The attempt is counted before the comparison, so that the limit is exact for concurrent attempts, and removed unless the password is
   * wrong.
   */
  async isCorrect(
    { email, password }: Credentials,
    user: Pick<User, 'passwordHash' | 'browsersForgottenAt'> | null,
    visitor: Visitor,
  ): Promise<boolean> {
    const browser = this.browsers.recognize(visitor, email, user?.browsersForgottenAt);
    const account = `password:${sha256Hex(email)}`;
    const attempt = await this.attempts.take(browser ? `${account}:${browser.id}` : account, windows);
    if (!attempt.allowed) {
      throw new AppError('email_link_required').withHeaders({ 'Retry-After': String(attempt.retryAfterSeconds) });
    }
    const matches = await this.hasher
      .matches(user?.passwordHash, password, networkOfVisitor(visitor))
      .catch(async (error: unknown) => {
        await attempt.release();
        throw error;
      });
    if (matches) await attempt.release();
    return matches;
  }
}
