import { z } from 'zod';

/** Ids are lower snake_case, without dots: they become parts of column names, keys of answers and placeholders of sentences. */
export const identifierSchema = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be lower snake_case')
  .max(64);

/** Names of workflows, as they stand in URLs. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
  .max(64);

export const textSchema = z.string().trim().min(1);
export const isoDateSchema = z.iso.date();
