import { displayDifference, displayNumber, displayQuantity } from './quantity.js';

describe('quantities', () => {
  it.each([
    [63.4, 'min', '63 min'],
    [119.6, 'min', '2 h'],
    [125, 'min', '2 h 5 min'],
    [51.7, 'CHF', 'CHF 52'],
    [0.1164, 'share', '12%'],
    [0.5714, '× train', '0.57 × train'],
    [2.5, '× as surveyed', '2.5 × as surveyed'],
  ])('tell %d %s as "%s"', (value, unit, told) => {
    expect(displayQuantity(value, unit)).toBe(told);
  });

  it('differ by what is told of them: CHF 126 and CHF 56 by CHF 70', () => {
    expect(displayDifference(126.4, 55.6, 'CHF')).toBe('CHF 70');
  });

  it('never show -0', () => {
    expect(displayNumber(-0.001)).toBe('0');
  });
});
