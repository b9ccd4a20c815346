const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Date and time in the reader's locale and time zone. */
export function formatDateTime(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

export function formatDate(iso: string): string {
  return dateOnly.format(new Date(iso));
}

/** Time relative to now, like "3 hours ago". */
export function formatRelative(iso: string, nowMs = Date.now()): string {
  const seconds = (new Date(iso).getTime() - nowMs) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit
    ? relative.format(Math.round(seconds / unit[1]), unit[0])
    : relative.format(Math.round(seconds), 'second');
}

/** A duration like 340 ms, 2.4 s or 3 min. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}
