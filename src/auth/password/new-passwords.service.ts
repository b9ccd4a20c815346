import { Injectable, Inject, Logger } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { isMadeFromContext, type PasswordContext } from './password-check.service.js';
import { networkOfVisitor, type Visitor } from '../account.js';
import { PasswordHasher } from './password-hasher.service.js';
import { createHash } from 'node:crypto';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { isSuccess, readBody, sendRequest } from '../../platform/outbound/send-request.js';

const timeoutMs = 2_000;
const maxResponseBytes = 1_048_576;
const prefixCharacters = 5;

/**
 * Looks a password up in a list of breached passwords with k-anonymity, as in the range API of Have I Been Pwned: the server receives the
 * first five characters of the SHA-1 of the password, and returns the remaining characters of every match.
 */
@Injectable()
export class BreachedPasswords {
  private readonly logger = new Logger(BreachedPasswords.name);

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Returns false if no server is configured, or if it is unavailable: a sign-up must not depend on it. */
  async includes(password: string): Promise<boolean> {
    const { breachedPasswordsUrl } = this.settings;
    if (breachedPasswordsUrl === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, suffix] = [hash.slice(0, prefixCharacters), hash.slice(prefixCharacters)];
    try {
      const range = await this.rangeOf(`${breachedPasswordsUrl.replace(/\/$/, '')}/${prefix}`);
      return range.split('\n').some((line) => isMatch(line, suffix));
    } catch (error) {
      this.logger.warn({ error }, 'failed to check for breached password');
      return false;
    }
  }

  private async rangeOf(url: string): Promise<string> {
    // Padding hides the number of matches from an observer of the connection.
    const headers = { 'Add-Padding': 'true', 'User-Agent': 'simulation-service' };
    const response = await sendRequest(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const range = await readBody(response, maxResponseBytes);
    if (!isSuccess(response)) throw new Error(`the server of breached passwords responded with ${response.statusCode}`);
    if (!range) throw new Error(`the range exceeds ${maxResponseBytes} bytes`);
    return range.toString('latin1');
  }
}

/** A line is `SUFFIX:COUNT`. Padding has the count 0. */
function isMatch(line: string, suffix: string): boolean {
  const [found = '', count = '0'] = line.trim().split(':');
  return found.toUpperCase() === suffix && Number(count) > 0;
}

/** The rules for a new password that its schema cannot check. `path` is the field of the password in the request. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly breached: BreachedPasswords,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Throws {@link AppError} `validation_error` for a breached password. */
  async hash(password: string, path: string, visitor: Visitor): Promise<string> {
    if (await this.breached.includes(password)) {
      throw AppError.validation([{ path, message: 'is in a list of breached passwords: choose another one' }]);
    }
    return this.hasher.hash(password, networkOfVisitor(visitor));
  }

  /** Throws {@link AppError} `validation_error`. */
  rejectKnownWords(password: string, context: PasswordContext, path: string): void {
    if (!isMadeFromContext(password, context)) return;
    const message =
      'contains little more than the name of the service, the organization or the email address: choose other words';
    throw AppError.validation([{ path, message }]);
  }
}
