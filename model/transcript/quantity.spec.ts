import { displayDifference, displayNumber, displayQuantity, displayFormats } from './quantity.js';

describe('quantities', () => {
  it.each([
    [63.4, 'min', '63 min'],
    [119.6, 'min', '2 h'],
    [125, 'min', '2 h 5 min'],
    [51.7, 'CHF', 'CHF 52'],
    [1.5, 'USD', '$1.50'],
    [2, 'USD', '$2'],
    [45.4, 'USD', '$45'],
    [1200, 'USD', '$1,200'],
    [-5, 'USD', '-$5'],
    [-0.2, 'CHF', 'CHF 0'],
    [0.1164, 'share', '12%'],
    [0.5714, '× train', '0.57 × train'],
    [2.5, '× as surveyed', '2.5 × as surveyed'],
    [45.2, 'AUD', 'AUD 45'],
    [1_234_567, 'AUD', 'AUD 1,234,567'],
    [1, 'weeks', '1 week'],
    [1, 'departures a day', '1 departure a day'],
    [3, 'departures a day', '3 departures a day'],
    [0.8, 'years', '10 months'],
    [0, 'years', '0 years'],
    [0.01, 'years', 'less than a month'],
    [0.99, 'years', '1 year'],
    [3.9, 'years', '3 years'],
    [2, 'weeks', '2 weeks'],
  ])('A quantity of %d %s is displayed as "%s"', (value, unit, text) => {
    expect(displayQuantity(value, unit)).toBe(text);
  });

  it('A difference is computed from displayed quantities: CHF 126 and CHF 56 differ by CHF 70', () => {
    expect(displayDifference(126.4, 55.6, 'CHF')).toBe('CHF 70');
  });

  it.each([
    ['min', 7.5, '7 min 30 s'],
    ['min', 0.75, '45 s'],
    ['min', 125 + 59.7 / 60, '2 h 6 min'],
    ['min', 120 + 5 / 60, '2 h 5 s'],
    ['CHF', 3.7512, 'CHF 3.75'],
    ['AUD', 0.5, 'AUD 0.50'],
    ['USD', 12.3412, '$12.34'],
    ['USD', 1234.5, '$1,234.50'],
    ['AUD', 1234.5, 'AUD 1,234.50'],
    ['share', 0.0042, '0.42%'],
    ['× train', 1.0512, '1.051 × train'],
  ])('The finest format in %s displays %d as "%s"', (unit, value, text) => {
    expect(displayFormats(unit, value).at(-1)!.display(value)).toBe(text);
  });

  it.each(['min', 'CHF', 'USD', 'share', '× train'])(
    'Quantities in %s that are one step apart have different texts',
    (unit) => {
      for (const size of [0.3, 3, 30, 300]) {
        for (const { step, display } of displayFormats(unit, size)) {
          const first = Math.round(size / step);
          expect(display(first * step)).not.toBe(display((first + 1) * step));
        }
      }
    },
  );

  it('A number is never displayed as -0', () => {
    expect(displayNumber(-0.001)).toBe('0');
  });
});
