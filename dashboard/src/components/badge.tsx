import type { ReactNode } from 'react';

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
