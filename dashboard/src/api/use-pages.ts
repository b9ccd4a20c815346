import { useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<Row> {
  data: Row[];
  meta: { has_more: boolean; next_cursor: string | null };
}

/**
 * A list of the API, page by page. `rows` has the rows of all loaded pages.
 * @param read requests one page; the cursor is undefined for the first one
 */
export function usePages<Row>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<PageOf<Row>>,
  options: { refetchInterval?: number | false; enabled?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => (meta.has_more ? (meta.next_cursor ?? undefined) : undefined),
    ...options,
  });
  return { ...query, rows: query.data?.pages.flatMap((page) => page.data) };
}
