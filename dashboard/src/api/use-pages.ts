import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../../clients/typescript/src/list.js';
import { newIdempotencyKey } from './client';

interface PagesOptions<Row> {
  refetchInterval?: number | false;
  /** While a loaded row fulfills it, the list is read again every few seconds. */
  refreshWhile?: (row: Row) => boolean;
}

const refreshMs = 4_000;

/**
 * A list of the API, page by page. `rows` has the rows of all loaded pages.
 * @param read requests one page; the cursor is undefined for the first one
 */
export function usePages<Row>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Page<Row>>,
  { refreshWhile, ...options }: PagesOptions<Row> = {},
) {
  const query = useInfiniteQuery<Page<Row>, Error, InfiniteData<Page<Row>>, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => (meta.has_more ? (meta.next_cursor ?? undefined) : undefined),
    ...(refreshWhile && {
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some(refreshWhile)) ? refreshMs : false,
    }),
    ...options,
  });
  return { ...query, rows: query.data?.pages.flatMap((page) => page.data) };
}

/** An idempotency key that stays the same while the request stays the same, so that a retry never acts twice. */
export function useIdempotencyKey(request: unknown): string {
  const content = JSON.stringify(request);
  return useMemo(() => newIdempotencyKey(), [content]);
}
