import { useEffect, useReducer, type ReactNode } from 'react';
import { formatDateTime, formatRelative } from '../format/dates';
import { CopyButton } from './buttons';
import './secret-text.css';

export type BadgeKind = 'neutral' | 'good' | 'warning' | 'bad' | 'accent';

export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={`badge badge-${kind}`}>{children}</span>;
}

const kinds: Record<string, BadgeKind> = {
  completed: 'good',
  active: 'good',
  succeeded: 'good',
  delivered: 'good',
  running: 'accent',
  queued: 'accent',
  pending: 'accent',
  failed: 'bad',
  revoked: 'bad',
  disabled: 'bad',
  canceled: 'warning',
  expired: 'warning',
};

/** A status of the API, such as `completed`, with its color. The word itself carries the meaning. */
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
