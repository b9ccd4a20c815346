import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { z } from 'zod';
import { verifyMagicLinkSchema } from '../magic-link/magic-link.schema.js';
import { emailSchema, nameSchema } from '../account.js';

/** The 10,000 most common passwords of at least ten characters; see docs/developer/dependencies.md for their source. */
const commonLong = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trimEnd()
  .split('\n');

/** The most common passwords in leaks, lowercase. Most of those in the dictionary are shorter than the minimum length. */
const common = new Set([...dictionary['passwords-common'], ...commonLong]);

/** Returns whether a password is common, ignoring case, or repeats a common password or one character. */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return common.has(text) || common.has(repeated(text)) || new Set(text).size === 1;
}

/** Returns the shortest text whose repetition is the whole text, or the whole text. */
function repeated(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

const minCharacters = 10;
const maxCharacters = 200;

/** Counts Unicode code points, not UTF-16 units. */
const characters = (text: string) => [...text].length;

/** Normalized, because keyboards differ: é can be one code point or two. */
const typed = z.string().normalize('NFKC');

const passwordSchema = typed
  .refine((value) => characters(value) >= minCharacters, `must have at least ${minCharacters} characters`)
  .refine((value) => characters(value) <= maxCharacters, `must have at most ${maxCharacters} characters`)
  .refine((value) => !isCommonPassword(value), 'is one of the most common passwords: choose a less common one')
  .meta({
    description: `Password, ${minCharacters} to ${maxCharacters} characters. Common passwords, and the names of the service, the organization and the address, are rejected.`,
    minLength: minCharacters,
    maxLength: maxCharacters,
    examples: ['seven quiet otters'],
  });

export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  name: nameSchema.meta({ description: 'Name of the user.' }),
  organization_name: nameSchema.meta({ description: 'Name of the new organization.', examples: ['Lovelace Research'] }),
});
export type SignUp = z.infer<typeof signUpSchema>;

/** A login accepts passwords that a sign-up rejects. They are just not the correct password. */
export const logInSchema = z.strictObject({
  email: emailSchema,
  password: typed
    .min(1)
    .refine((value) => characters(value) <= maxCharacters, `must have at most ${maxCharacters} characters`)
    .meta({ description: 'Password of the account.', examples: ['seven quiet otters'] }),
});
export type LogIn = z.infer<typeof logInSchema>;

export const changePasswordSchema = z.strictObject({
  current_password: logInSchema.shape.password.meta({ description: 'Current password.' }),
  new_password: passwordSchema,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const resetPasswordSchema = z.strictObject({ ...verifyMagicLinkSchema.shape, new_password: passwordSchema });
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

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

function wordsOf(name: string): string[] {
  const text = name.normalize('NFKC').toLowerCase();
  return [squeezed(text), ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => [...word].length >= minWordCharacters);
}

function isMadeFrom(words: readonly string[], text: string): boolean {
  const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  return rest.length < text.length && [...rest].length < minOtherCharacters;
}

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
