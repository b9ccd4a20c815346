import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';

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
