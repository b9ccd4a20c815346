import { jsonText, writeJson } from '../http/json-text.js';
import { strictObject, z } from 'zod';
import { count, text } from '../schemas.js';
import type { Caller } from '../identity/caller.js';
import { Reply } from '../http/reply.js';
import type { CursorCodec, Position } from './cursor.js';

/** Query parameters are text, so this parses digits. */
export const limitSchema = z
  .string()
  .regex(/^[0-9]{1,3}$/, 'expected an integer from 1 to 100')
  .transform(Number)
  .pipe(z.int().min(1).max(100));
export const defaultLimit = 50;

export const pageQueryShape = {
  limit: limitSchema.default(defaultLimit).meta({ description: 'Maximum items to return, 1 to 100. Default: 50.' }),
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Value of `meta.next_cursor` from the previous page, with the same filters.' }),
};

export const pageMetaSchema = strictObject({
  next_cursor: text.nullable().meta({ description: 'Value of `cursor` for the next page; null on the last page.' }),
  has_more: z.boolean().meta({ description: 'True if there is a next page.' }),
  returned: count.meta({ description: 'Items on this page.' }),
}).meta({ id: 'Page', examples: [{ next_cursor: null, has_more: false, returned: 1 }] });

/** The query of a list without filters. */
export const pageQuerySchema = z.strictObject(pageQueryShape);
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** A cursor is valid for one list of one organization in one tier, with the same filters. */
export function listOf(name: string, caller: Caller, filters: object = {}): string {
  return JSON.stringify([name, caller.tier, caller.organizationId, filters]);
}

/** The Prisma filter for the rows after a position in a list that is sorted newest first. */
export function after(position: Position | undefined) {
  if (!position) return {};
  const { createdAt, id } = position;
  // The first condition is redundant, but lets the index scan start at the page.
  return { AND: [{ createdAt: { lte: createdAt } }, { OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }] };
}

/** Newest first. The id orders rows with equal times, so that no page skips or repeats a row. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** Maximum serialized records of a page. It leaves room for the envelope, so that a response has at most 4 MB. */
const maxPageBytes = 3_990_000;

/** The list of a page, and where the page starts. */
export interface ListPage extends PageQuery {
  list: string;
}

/**
 * Returns a page of a list that is sorted newest first.
 *
 * @param read reads the rows that are `after` the page before
 */
export async function newestPage<Row extends Position, Record>(
  cursors: CursorCodec,
  { limit, cursor, list }: ListPage,
  toRecord: (row: Row) => Record,
  read: (query: { after: object; orderBy: typeof newestFirst; take: number }) => Promise<Row[]>,
): Promise<Reply<Record[]>> {
  const position = cursor === undefined ? undefined : cursors.decode(list, cursor);
  const rows = await read({ after: after(position), orderBy: newestFirst, take: limit + 1 });
  return toPage(rows, { limit, list, cursors, toRecord });
}

/**
 * Builds a page from up to `limit + 1` rows. The extra row only shows that more rows exist. The page ends early rather than exceed 4 MB, but
 * it has at least one record.
 *
 * @param options.hasUnreadRows true if more rows than `rows` exist, regardless of their number
 */
export function toPage<Row extends Position, Record>(
  rows: readonly Row[],
  options: {
    limit: number;
    list: string;
    cursors: CursorCodec;
    toRecord: (row: Row) => Record;
    hasUnreadRows?: boolean;
  },
): Reply<Record[]> {
  const { limit, list, cursors, toRecord, hasUnreadRows = false } = options;
  const records = recordsWithinLimit(rows.slice(0, limit), toRecord);
  const last = rows[records.length - 1];
  const hasMore = hasUnreadRows || rows.length > records.length;
  return new Reply(records, {
    meta: {
      next_cursor: hasMore && last ? cursors.encode(list, last) : null,
      has_more: hasMore,
      returned: records.length,
    },
  });
}

function recordsWithinLimit<Row, Record>(rows: readonly Row[], toRecord: (row: Row) => Record): Record[] {
  const records: Record[] = [];
  let bytes = 0;
  for (const row of rows) {
    const record = writeJson(toRecord(row));
    bytes += Buffer.byteLength(record) + 1;
    if (records.length > 0 && bytes > maxPageBytes) break;
    records.push(jsonText(record));
  }
  return records;
}
