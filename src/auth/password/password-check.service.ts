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
import { networkOfVisitor, type Visitor } from '../account.js';
import { PasswordHasher } from './password-hasher.service.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';

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

/** The 10,000 most common passwords of at least ten characters; see docs/developer/dependencies.md for their source. */
const commonLong = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trimEnd()
  .split('\n');

/** The most common passwords in leaks, lowercase. Most of those in the dictionary are shorter than the minimum length. */
const common = new Set([...dictionary['passwords-common'], ...commonLong]);

/** Returns whether a password is common, ignoring case, or repeats a common password or one character. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return common.has(text) || common.has(repeated(text)) || new Set(text).size === 1;
}

/** Returns the shortest text whose repetition is the whole text, or the whole text. */
function repeated(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** What an attacker knows about an account before the first guess. */
export interface PasswordContext {
  email: string;
  organizationName: string;
}

const serviceName = 'Simulation Service';
/** Shorter words occur in good passwords by coincidence. */
const minWordCharacters = 4;
/** A password that contains known words needs this many other letters or digits. */
const minOtherCharacters = 6;

/** Common replacements of letters, such as 0 for o. */
const letters: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' };

/** Returns whether little more than the names of the service, the organization or the email address is in the password. */
export function isMadeFromContext(password: string, { email, organizationName }: PasswordContext): boolean {
  const words = [serviceName, organizationName, email, email.slice(0, email.lastIndexOf('@'))].flatMap(wordsOf);
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const text = password.toLowerCase();
  return [text, text.replace(/[01345@$]/g, (sign) => letters[sign] ?? sign)].some((spelling) =>
    isMadeFrom(longestFirst, squeezed(spelling)),
  );
}

/** The words of a name, and the whole name as one word. */
function wordsOf(name: string): string[] {
  const text = name.normalize('NFKC').toLowerCase();
  return [squeezed(text), ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => [...word].length >= minWordCharacters);
}

function isMadeFrom(words: readonly string[], text: string): boolean {
  const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  return rest.length < text.length && [...rest].length < minOtherCharacters;
}

/** Letters and digits only. */
const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
