import { z } from 'zod';

/** Id in lower snake_case without dots, because ids are parts of column names, JSON keys and placeholders. */
export const identifierSchema = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be lower snake_case')
  .max(64)
  // Lookups by id must not find inherited properties such as `constructor`.
  .refine((id) => !(id in Object.prototype), 'must not be a property of every JavaScript object, such as constructor');

/** Workflow id, as in URLs. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens')
  .max(64);

/** At most 2,000 characters, which is more than a long paragraph. */
export const textSchema = z.string().trim().min(1).max(2_000);
export const isoDateSchema = z.iso.date();

/**
 * Words for a parameter, option or category in questions. Each entry lists alternatives, separated by `|`; a question must contain one
 * alternative of every entry. In an alternative, `/` separates words of which one occurs, and `…` is a gap of at most seven words. An
 * alternative that starts with `-` measures the opposite, as frequency is the opposite of headway. One that starts with `!` names what the
 * parameter or option is not. One that starts with `=` and a number names that value of a number: `=2 compact`. Only the interpretation of questions uses these words. At most 10,000 characters an entry. Default: the label.
 */
export const wordsSchema = z.array(z.string().trim().min(1).max(10_000)).min(1).max(5).optional();
