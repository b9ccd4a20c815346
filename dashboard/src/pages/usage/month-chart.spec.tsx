import { render } from '@testing-library/react';
import { chartCsv } from '../../figures/chart-csv';
import { MonthChart, monthFigure } from './month-chart';

const months = [2, 87].map((simulations, at) => ({ start: new Date(Date.UTC(2026, at)), simulations }));
const percents = (container: HTMLElement, selector: string, side: 'height' | 'bottom') =>
  [...container.querySelectorAll<HTMLElement>(selector)].map(({ style }) => Number.parseFloat(style[side]));

describe('the chart of the usage', () => {
  it('After a change to a smaller plan, bars stay within the frame, and the line of the limit is below the highest bar', () => {
    const { container } = render(<MonthChart months={months} limit={3} />);
    const heights = percents(container, '.usage-bar', 'height');
    expect(heights[1]).toBe(100);
    expect(heights[0]).toBeCloseTo((100 * 2) / 87, 10);
    expect(percents(container, '.usage-limit', 'bottom')[0]).toBeCloseTo((100 * 3) / 87, 10);
  });

  it('A month without usage and a limit of zero have bars without a height', () => {
    const { container } = render(<MonthChart months={[{ start: new Date(0), simulations: 0 }]} limit={0} />);
    expect(percents(container, '.usage-bar', 'height')).toEqual([0]);
  });

  it('The file of the chart has a row for each month', () => {
    expect(chartCsv(monthFigure(months).chart).split('\r\n')).toEqual([
      '"label","value"',
      '"January 2026",2',
      '"February 2026",87',
      '',
    ]);
  });
});
