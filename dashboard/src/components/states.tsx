import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, type ComponentType } from 'react';
import type { usePages } from '../api/use-pages';
import { Button, ErrorNotice, Paragraph } from './notice';

/** Gray lines in place of content that loads. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className="stack" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton" style={{ width: `${100 - index * 12}%` }} />
      ))}
    </div>
  );
}

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <Paragraph>{children}</Paragraph>
      {action}
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Content of a query, with its loading state and its error. Data that is already there stays during an error. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component whose file the browser loads when it is first shown. React's own `lazy` reveals each one only 300 ms after the fallback before
 * it, which delays a result twice. `load` starts earlier.
 */
export function loadLater<Props extends object>(load: Load<Props>, lines = 5) {
  let loaded: ComponentType<Props> | undefined;
  const once = async () => (loaded ??= (await load()).default);
  function Later(props: Props) {
    // A component is a function, which the state would call.
    const [state, setState] = useState(() => ({ Loaded: loaded }));
    useEffect(() => {
      const fail = (error: unknown) =>
        // Thrown while rendering, so that the boundary of the page shows it.
        setState(() => {
          throw error;
        });
      if (!loaded) once().then((Loaded) => setState({ Loaded }), fail);
    }, []);
    const { Loaded } = state;
    return Loaded ? <Loaded {...props} /> : <Skeleton lines={lines} />;
  }
  return Object.assign(Later, { load: once });
}

interface PagesProps<Row> {
  query: ReturnType<typeof usePages<Row>>;
  lines?: number;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** The rows of {@link usePages}, with their loading state and their error, and the button that loads more. */
export function Pages<Row>({ query, lines = 4, empty, children }: PagesProps<Row>) {
  const { rows, error } = query;
  const isShown = error && (!rows || query.isFetchNextPageError);
  return (
    <>
      {isShown && <ErrorNotice error={error} onRetry={() => void query.refetch()} />}
      {!rows && !error && <Skeleton lines={lines} />}
      {rows && (rows.length === 0 ? empty : children(rows))}
      <LoadMore query={query} />
    </>
  );
}

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
    </Button>
  );
}

export function UploadProgress({ sent, then }: { /** 0 to 1 */ sent: number; then: string }) {
  return (
    <div role="status">
      <progress aria-label="Upload" max={1} value={sent} />
      <p className="muted">{sent < 1 ? `${Math.floor(sent * 100)}% sent` : then}</p>
    </div>
  );
}
