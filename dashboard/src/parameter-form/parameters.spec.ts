import { naturalScale, type NumberParameter } from './parameters';

const parameter = (unit: string, initial: number): NumberParameter => ({
  ...{ kind: 'number', id: 'x', label: 'X', description: '', unit, default: initial, minimum: 0, maximum: 5 },
  ...{ integer: false, calibratedRange: [0.8, 1.3] },
});

describe('the natural unit of a parameter', () => {
  it.each([
    ['× baseline', 1, { unit: 'USD', value: 3, varies: true }, 0.8, 2.4, 'USD', '$2.4, 20% lower'],
    ['× baseline', 1, { unit: 'min', value: 15, varies: true }, 0.8, 12, 'min', '12 min, 20% lower'],
    ['× baseline', 1, undefined, 0.8, -20, '% change', '20% lower'],
    ['times', 1, undefined, 1, 0, '% change', 'unchanged'],
    ['share', 0.1164, undefined, 0.25, 25, '%', '25%'],
    ['price units', 3.36, undefined, 3, 3, 'price units', '10.7% lower'],
    ['USD', 0, undefined, 2.5, 2.5, 'USD', '$2.5'],
  ] as const)('In “%s” with the default %d and %j, the value %d is %d %s: “%s”', (...row) => {
    const [unit, initial, quantity, value, shown, shownUnit, text] = row;
    const scale = naturalScale(parameter(unit, initial), quantity);
    expect([scale.shown(value), scale.unit, scale.text(value)]).toEqual([shown, shownUnit, text]);
    expect(scale.read(shown)).toBe(value);
  });

  it('A typed number is the same after the conversion to the parameter and back', () => {
    const { read, shown } = naturalScale(parameter('× baseline', 1), { unit: 'CHF', value: 83.37, varies: false });
    for (const typed of [44.46, 0.1, 83.37, 120.55]) expect(shown(read(typed))).toBe(typed);
  });
});
