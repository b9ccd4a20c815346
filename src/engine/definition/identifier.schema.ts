import { z } from 'zod';

/** Ids are lower snake_case, without dots: they become parts of column names, keys of answers and placeholders of sentences. */
export const identifierSchema = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be lower snake_case')
  .max(64)
  // What is looked up by a name of a definition must not be found on every object.
  .refine((id) => !(id in Object.prototype), 'is a name that every object has');

/** Names of workflows, as they stand in URLs. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .max(64);

/** More than a long paragraph: whoever reads an agent reads every one of them. */
export const textSchema = z.string().trim().min(1).max(2_000);
export const isoDateSchema = z.iso.date();
