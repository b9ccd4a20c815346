import type pg from 'pg';
import type { Position } from '../common/pagination/cursor.js';
import { selectList } from '../platform/database/sql.js';
import { listedFields, type ListedKey } from './api-key.record.js';

/** A page of the keys of an organization, newest first. */
export interface KeyPageRequest {
  organizationId: string;
  /** Maximum rows. */
  limit: number;
  /** The last row of the previous page. */
  position: Position | undefined;
}

/** Reads the pages of concurrent requests with one statement. Equal requests share one page. */
export async function readKeyPages(
  sql: Pick<pg.Pool, 'query'>,
  requests: readonly KeyPageRequest[],
): Promise<ListedKey[][]> {
  const names = requests.map(nameOf);
  const distinct = [...new Map(names.map((name, index) => [name, requests[index]!]))];
  const { rows } = await sql.query<ListedKey & { page: number }>({
    name: 'api key pages',
    text: statement,
    values: [
      distinct.map(([, { organizationId }]) => organizationId),
      distinct.map(([, { limit }]) => limit),
      distinct.map(([, { position }]) => position?.createdAt.toISOString() ?? 'infinity'),
      distinct.map(([, { position }]) => position?.id ?? null),
    ],
  });
  const pages = new Map<string, ListedKey[]>(distinct.map(([name]) => [name, []]));
  for (const { page, ...row } of rows) pages.get(distinct[page - 1]![0])!.push(row);
  return names.map((name) => pages.get(name)!);
}

const nameOf = ({ organizationId, limit, position }: KeyPageRequest) =>
  JSON.stringify([organizationId, limit, position?.createdAt, position?.id]);

// The row comparison lets the index scan start at the page.
const statement = `
  SELECT request.page::int, found.*
  FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::uuid[]) WITH ORDINALITY
    AS request (organization_id, maximum, created_at, id, page)
  CROSS JOIN LATERAL (
    SELECT ${selectList(listedFields)} FROM api_keys
    WHERE api_keys.organization_id = request.organization_id
      AND (api_keys.created_at, api_keys.id)
        < (request.created_at, coalesce(request.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ORDER BY api_keys.created_at DESC, api_keys.id DESC LIMIT request.maximum) found
  ORDER BY request.page, found."createdAt" DESC, found.id DESC`;
