import { figure, row } from '../../../../src/simulations/view/blocks';
import type { FigureBlock } from '../../figures/figure';
import type { UsageReport } from './plan-limits';
import { formatCount } from '../../format/numbers';

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

const long = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const formatMonth = (start: Date): string => long.format(start);

/** The chart of a file. */
export function monthFigure(months: readonly MonthUsage[]): FigureBlock {
  const bars = months.map(({ start, simulations }) => ({
    ...{ label: formatMonth(start), value: simulations, text: formatCount(simulations) },
  }));
  const title = 'Simulations per month (UTC)';
  const rows = bars.toReversed().map(({ label, text }) => row(label, text));
  return figure(title, { type: 'bars', axis: 'Simulations', format: 'number', bars }, ['Month', 'Simulations'], rows);
}
