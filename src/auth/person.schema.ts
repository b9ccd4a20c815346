import emailModule from 'validator/lib/isEmail.js';
import { z } from 'zod';

// Its types describe a module with a default export.
const isEmail = emailModule.default;

/** Addresses of SMTP without its extension SMTPUTF8. Quoted parts are valid too, but unusual, and could contain spaces and other addresses. */
const isAddress = (text: string) =>
  /^\p{ASCII}*$/u.test(text) && isEmail(text, { allow_utf8_local_part: false, blacklisted_chars: '"' });

/** Converted to lowercase, so that all spellings of an address belong to one account. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { abort: true })
  .refine(isAddress, 'expected an email address in ASCII, such as ada@example.com')
  .meta({
    format: 'email',
    description: 'Email address, at most 254 characters. Case and spaces around it are ignored.',
    examples: ['ada@example.com'],
  });

/** An address in a response. */
export const emailFieldSchema = z.string().meta({ format: 'email', examples: ['ada@example.com'] });

/** The name of a user or an organization: one line, not blank. */
export const nameSchema = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .regex(/\S/, 'must not be blank')
  .meta({ examples: ['Ada Lovelace'] });
