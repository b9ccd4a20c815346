import { z } from 'zod';

/** The current time. Tests replace it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** JavaScript, Prisma and Postgres write these years in the same way. A time zone can move a time out of this range. */
const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** In a query, `+` is a space. */
const isUnescaped = (input: unknown) => typeof input === 'string' && /T[\d:.]+ \d{2}(:?\d{2})?$/i.test(input);
const unescaped =
  'expected a time zone: in a URL, + is a space. Write it as %2B, such as 2026-11-20T09:30:00%2B02:00, or use Z';

/** A time with a time zone in a request. */
export const momentSchema = z.iso
  .datetime({ offset: true, error: ({ input }) => (isUnescaped(input) ? unescaped : undefined) })
  .refine((text) => !(Date.parse(text) < first || Date.parse(text) > last), 'expected a year from 1 to 9999 (UTC)')
  .meta({ examples: ['2026-11-20T00:00:00Z'] });
