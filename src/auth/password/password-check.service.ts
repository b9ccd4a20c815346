import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { sha256Hex } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Settings } from '../../config/settings.js';
import type { User } from '../../platform/database/generated/client.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { isSuccess, readBody, sendRequest } from '../../platform/outbound/send-request.js';
import {
  AttemptLimiter,
  daySeconds,
  hourSeconds,
  type AttemptWindow,
} from '../../platform/rate-limit/attempt-limiter.service.js';
import { networkOfVisitor, type Visitor } from '../account.js';
import { Cookies } from '../session/cookies.service.js';

const windows: AttemptWindow[] = [
  { max: 10, seconds: hourSeconds },
  { max: 100, seconds: daySeconds },
];

/** The first recommendation of OWASP for argon2id, the default of the library: 19 MiB, 2 passes, 1 lane. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash uses 19 MiB and one of the four threads of the process pool, which other work shares. */
const maxConcurrentHashes = 2;
const waitTimeoutMs = 5_000;
/** Running and waiting hashes of one network. */
const maxPerNetwork = 8;

const breachTimeoutMs = 2_000;
const maxResponseBytes = 1_048_576;
const prefixCharacters = 5;

interface Credentials {
  email: string;
  password: string;
}

/**
 * Hashes new passwords, and compares others with a limit of wrong ones for each account. A browser that signed in to the account before has a
 * count of its own, so that wrong passwords of a third party cannot lock the owner out.
 */
@Injectable()
export class PasswordCheck {
  private readonly logger = new Logger(PasswordCheck.name);
  private readonly hashSlots = new ConcurrencyLimit(maxConcurrentHashes, waitTimeoutMs, maxPerNetwork);
  /** The hash of a random password. An account without a password is compared with it, so that the response time is equal. */
  private readonly dummyHash = hash(randomBytes(32), parameters);

  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly cookies: Cookies,
    @Inject(SETTINGS) private readonly settings: Settings,
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
    const browserId = this.cookies.browserIdOf(visitor, email, user?.browsersForgottenAt);
    const account = `password:${sha256Hex(email)}`;
    const attempt = await this.attempts.take(browserId === undefined ? account : `${account}:${browserId}`, windows);
    if (!attempt.allowed) {
      throw new AppError('email_link_required').withHeaders({ 'Retry-After': String(attempt.retryAfterSeconds) });
    }
    const matches = await this.matches(user?.passwordHash, password, visitor).catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
    if (matches) await attempt.release();
    return matches;
  }

  /**
   * Returns the hash of a new password. Throws {@link AppError} `validation_error` for a breached password, and {@link TooBusyError}.
   *
   * @param path the field of the password in the request
   */
  async newHash(password: string, path: string, visitor: Visitor): Promise<string> {
    if (await this.isBreached(password)) {
      throw AppError.validation([{ path, message: 'is in a list of breached passwords: choose another one' }]);
    }
    return this.hashSlots.run(() => hash(password, parameters), networkOfVisitor(visitor));
  }

  /** Takes the same time with and without a hash. */
  private async matches(passwordHash: string | null | undefined, password: string, visitor: Visitor): Promise<boolean> {
    const compared = passwordHash ?? (await this.dummyHash);
    const matches = await this.hashSlots.run(() => verify(compared, password), networkOfVisitor(visitor));
    return matches && compared === passwordHash;
  }

  /**
   * Looks a password up in a list of breached passwords with k-anonymity, as in the range API of Have I Been Pwned: the server receives the
   * first five characters of the SHA-1 of the password, and returns the remaining characters of every match. Returns false if no server is
   * configured, or if it is unavailable: a sign-up must not depend on it.
   */
  private async isBreached(password: string): Promise<boolean> {
    const { breachedPasswordsUrl } = this.settings;
    if (breachedPasswordsUrl === undefined) return false;
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, suffix] = [digest.slice(0, prefixCharacters), digest.slice(prefixCharacters)];
    try {
      const range = await rangeOf(`${breachedPasswordsUrl.replace(/\/$/, '')}/${prefix}`);
      return range.split('\n').some((line) => isMatch(line, suffix));
    } catch (error) {
      this.logger.warn({ error }, 'failed to check for breached password');
      return false;
    }
  }
}

async function rangeOf(url: string): Promise<string> {
  // Padding hides the number of matches from an observer of the connection.
  const headers = { 'Add-Padding': 'true', 'User-Agent': 'simulation-service' };
  const response = await sendRequest(url, { headers, signal: AbortSignal.timeout(breachTimeoutMs) });
  const range = await readBody(response, maxResponseBytes);
  if (!isSuccess(response)) throw new Error(`the server of breached passwords responded with ${response.statusCode}`);
  if (!range) throw new Error(`the range exceeds ${maxResponseBytes} bytes`);
  return range.toString('latin1');
}

/** A line is `SUFFIX:COUNT`. Padding has the count 0. */
function isMatch(line: string, suffix: string): boolean {
  const [found = '', count = '0'] = line.trim().split(':');
  return found.toUpperCase() === suffix && Number(count) > 0;
}
