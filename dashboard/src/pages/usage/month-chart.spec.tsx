import { chartCsv } from '../../figures/chart-files';
import { monthFigure } from './usage-page';

const months = [2, 87].map((simulations, at) => ({ start: new Date(Date.UTC(2026, at)), simulations }));
describe('the chart of the usage', () => {
  it('The file of the chart has a row for each month', () => {
    expect(chartCsv(monthFigure(months).chart).split('\r\n')).toEqual([
      '"label","value"',
      '"January 2026",2',
      '"February 2026",87',
      '',
    ]);
  });
});
