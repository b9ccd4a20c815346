import { z } from 'zod';

/** JavaScript, Prisma and Postgres write these years in the same way. A time zone can move a time out of this range. */
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** A time with a time zone in a request. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) < first || Date.parse(text) > last), 'expected a year from 1 to 9999 (UTC)')
  .meta({ examples: ['2026-11-20T00:00:00Z'] });
