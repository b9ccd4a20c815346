import { z } from 'zod';

/** Converted to lowercase, so that all spellings of an address belong to one account. */
export const emailSchema = z
  .email('expected an email address')
  .max(254)
  .toLowerCase()
  .meta({ description: 'Email address, at most 254 characters. Case is ignored.' });

/** The name of a user or an organization: one line, not blank. */
export const nameSchema = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .regex(/\S/, 'must not be blank')
  .meta({ examples: ['Ada Lovelace'] });
