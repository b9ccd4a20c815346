import { z } from 'zod';
import type { Caller } from '../identity/caller.js';
import { Reply } from '../http/reply.js';
import type { CursorCodec, Position } from './cursor.js';

/** It comes as text and must be digits. */
export const limitSchema = z
  .string()
  .regex(/^[0-9]{1,3}$/, 'expected an integer from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1).max(100));
export const defaultLimit = 50;

/** The query of every list. */
export const pageQueryShape = {
  limit: limitSchema.default(defaultLimit).meta({ description: 'How many to tell.' }),
  cursor: z.string().min(1).max(500).optional().meta({ description: '`meta.next_cursor` of the page before.' }),
};

/** The `meta` of every list. */
export const pageMetaSchema = z
  .strictObject({
    next_cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null at the end.' }),
    has_more: z.boolean(),
    returned: z.int().min(0),
  })
  .meta({ id: 'Page', examples: [{ next_cursor: null, has_more: false, returned: 1 }] });

export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** What a cursor is bound to: one list of one organization in one tier, under the same filters. */
export function listOf(name: string, caller: Caller, filters: object = {}): string {
  return JSON.stringify([name, caller.tier, caller.organizationId, filters]);
}

/** The rows after a position, newest first, as Prisma's `where` says it. */
export function after(position: Position | undefined) {
  if (!position) return {};
  const { createdAt, id } = position;
  // The first condition says nothing new, but lets the index begin where the page does.
  return { AND: [{ createdAt: { lte: createdAt } }, { OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }] };
}

/** Newest first; the id decides between rows of one moment, so that nothing is skipped or told twice. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** A page from rows of which one more was asked for than is told: its presence means that there are more. */
export function toPage<Row extends Position, Record>(
  rows: readonly Row[],
  {
    limit,
    list,
    cursors,
    toRecord,
  }: { limit: number; list: string; cursors: CursorCodec; toRecord: (row: Row) => Record },
): Reply<Record[]> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return new Reply(shown.map(toRecord), {
    meta: {
      next_cursor: hasMore && last ? cursors.encode(list, last) : null,
      has_more: hasMore,
      returned: shown.length,
    },
  });
}
