import type { Parameter } from '../../parameter-form/parameters';
import { chartCsv } from '../../figures/chart-files';
import { heatFigure, heatOf } from './sweep-heat-map';

describe('heatOf', () => {
  it('The highest value has the strongest color, and the lowest value the palest', () => {
    const values = [0.2, 0.4, 0.6];
    const [low, middle, high] = values.map((value) => heatOf(value, values).strength) as [number, number, number];
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
    expect(high).toBeLessThan(0.5);
  });

  it('Values below and above zero have different colors', () => {
    expect(heatOf(-0.1, [-0.1, 0.2])).toMatchObject({ isNegative: true });
    expect(heatOf(0.2, [-0.1, 0.2])).toMatchObject({ isNegative: false });
  });

  it('Equal values have the same color', () => {
    expect(heatOf(1, [1, 1]).strength).toBeGreaterThan(0);
  });
});

describe('the file of a heat map', () => {
  const fare = { kind: 'number', id: 'fare', label: 'Fare', unit: 'CHF', default: 1 } as Parameter;
  const options = [{ id: 'letter', label: 'Letter' }];
  const mailing = { kind: 'option', id: 'mailing', label: 'Mailing', default: 'none', options } as unknown as Parameter;

  it('Two numbers are a map, and each cell is a row of its table', () => {
    const cells = [{ x: 2, y: 3, value: 0.25 }];
    const { chart } = heatFigure('Train by fare and fare', { across: fare, down: fare, cells, format: 'percent' });
    expect(chart.type).toBe('heat_map');
    expect(chartCsv(chart)).toContain('\r\n2,3,0.25,true');
  });

  it('Options have a row for each cell, with the names of both values', () => {
    const cells = [{ x: 'letter', y: 2, value: -0.1 }];
    const { chart } = heatFigure('Turnout', { across: mailing, down: fare, cells, format: 'points' });
    expect(chart).toMatchObject({ type: 'intervals', is_difference: true });
    expect(chartCsv(chart)).toContain('"Fare: CHF 2; Mailing: Letter","Turnout",-0.1,,');
  });
});
