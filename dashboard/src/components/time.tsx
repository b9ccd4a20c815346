import { formatDateTime, formatRelative } from '../format/dates';

/** A time relative to now; the exact time is in the tooltip. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  );
}
