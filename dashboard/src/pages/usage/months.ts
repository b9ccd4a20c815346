import type { UsageReport } from './plan-limits';

export interface MonthUsage {
  /** First day of the month in UTC. */
  start: Date;
  simulations: number;
}

const shownMonths = 12;

/** The last 12 months, oldest first. Months without usage have 0. */
export function lastMonths({ period_start, months }: UsageReport): MonthUsage[] {
  const current = new Date(period_start);
  const used = new Map(months.map(({ month, simulations }) => [month, simulations]));
  return Array.from({ length: shownMonths }, (_, index) => {
    const start = new Date(Date.UTC(current.getUTCFullYear(), current.getUTCMonth() - (shownMonths - 1) + index));
    return { start, simulations: used.get(start.toISOString().slice(0, 7)) ?? 0 };
  });
}

const short = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const formatMonthShort = (start: Date): string => short.format(start);
export const formatMonth = (start: Date): string => long.format(start);
