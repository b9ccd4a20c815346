import { chartCsv } from './chart-files';

describe('chartCsv', () => {
  it('A table has the unrounded numbers of a chart with the ends of their intervals, and no label that a spreadsheet computes', () => {
    const csv = chartCsv({
      ...{ type: 'intervals', axis: 'Share', format: 'percent', is_difference: false },
      series: [{ id: 'scenario', label: 'this scenario' }],
      rows: [
        { label: 'Sex', values: [] },
        { label: '=1+1', values: [{ series: 'scenario', value: 0.123456, interval: [0.1, 0.2] }] },
        { label: 'A "b"', values: [{ series: 'scenario', value: 0.5, interval: null }] },
      ],
    });
    expect(csv.split('\r\n')).toEqual([
      '"label","series","value","interval_low","interval_high"',
      '"Sex: =1+1","this scenario",0.123456,0.1,0.2',
      '"Sex: A ""b""","this scenario",0.5,,',
      '',
    ]);
    const bars = [{ label: '=1+1', low: 1, high: 2, low_at: '0.8', high_at: null }];
    expect(chartCsv({ type: 'tornado', axis: 'share', format: 'percent', base: 1.5, bars })).toContain(
      `"'=1+1",1,2,"0.8",,1.5`,
    );
  });
});
