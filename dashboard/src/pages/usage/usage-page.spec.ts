import { chartCsv } from '../../figures/chart-files';
import type { UsageReport } from './plan-limits';
import { lastMonths, monthFigure } from './usage-page';

describe('usage by month', () => {
  it('The chart has the last 12 months in order, with 0 for months without usage', () => {
    const report = {
      period_start: '2026-02-01T00:00:00.000Z',
      months: [
        { month: '2025-12', simulations: 7 },
        { month: '2026-02', simulations: 3 },
      ],
    } as UsageReport;
    const months = lastMonths(report);
    expect(months).toHaveLength(12);
    expect(months[0]?.start.toISOString()).toBe('2025-03-01T00:00:00.000Z');
    expect(months.slice(-3).map(({ simulations }) => simulations)).toEqual([7, 0, 3]);
    expect(months.at(-1)?.start.toISOString()).toBe('2026-02-01T00:00:00.000Z');
  });
});

describe('the chart of the usage', () => {
  const months = [2, 87].map((simulations, at) => ({ start: new Date(Date.UTC(2026, at)), simulations }));

  it('The file of the chart has a row for each month', () => {
    expect(chartCsv(monthFigure(months).chart).split('\r\n')).toEqual([
      '"label","value"',
      '"January 2026",2',
      '"February 2026",87',
      '',
    ]);
  });
});
