import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './notice';

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
      {children}
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
  return <Skeleton {...(lines !== undefined && { lines })} />;
}
