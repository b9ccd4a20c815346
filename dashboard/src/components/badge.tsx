import { useEffect, useReducer, type ReactNode } from 'react';
import { formatDateTime, formatRelative } from '../format/dates';
import { CopyButton } from './buttons';
import './secret-text.css';

/** What a badge means: an end with success or with a failure, work in progress, something to look at, or a plain fact. */
type BadgeKind = 'neutral' | 'success' | 'running' | 'failed' | 'warning';

export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={`badge badge-${kind}`}>{children}</span>;
}

const kinds: Readonly<Record<string, BadgeKind>> = {
  completed: 'success',
  active: 'success',
  succeeded: 'success',
  running: 'running',
  queued: 'running',
  pending: 'running',
  failed: 'failed',
  failing: 'failed',
};

/** A status of the API, such as `completed`, with the color of its meaning on all pages. Ends that a user chose, such as `canceled` or `revoked`, are plain facts. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge kind={kinds[status] ?? 'neutral'}>{status.replaceAll('_', ' ')}</Badge>;
}

const tickMs = 15_000;

/** A time relative to now, which stays current; the exact time is in the tooltip. */
export function Time({ at }: { at: string }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  );
}

/** A key or secret in full, with a button that copies it. */
export function SecretText({ label, text }: { label: string; text: string }) {
  return (
    <div className="secret-text">
      <code aria-label={label} role="textbox" aria-readonly="true" tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
