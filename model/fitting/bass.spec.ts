import { bassCurve, fitBass } from './bass.js';
import { personPeriods } from './rows/expand-rows.js';

const years = Array.from({ length: 30 }, (_, year) => year);

describe('Bass curves', () => {
  it('The fit recovers a Bass curve from its own readings', () => {
    const curve = bassCurve(0.01, 0.35, 88, 3, 29);
    const { p, q, m, rootMeanSquare } = fitBass({ years, percent: curve });
    expect(p).toBeCloseTo(0.01, 6);
    expect(q).toBeCloseTo(0.35, 5);
    expect(m).toBeCloseTo(88, 3);
    expect(rootMeanSquare).toBeLessThan(1e-5);
  });

  it('A Bass curve increases from the first reading toward the market potential', () => {
    const curve = bassCurve(0.02, 0.4, 70, 5, 60);
    expect(curve[0]).toBe(5);
    curve.subarray(1).forEach((percent, k) => expect(percent).toBeGreaterThan(curve[k]!));
    expect(curve[60]).toBeCloseTo(70, 3);
  });

  it('With few readings, the fit moves toward the prior from other technologies', () => {
    const readings = { years: years.slice(0, 5), percent: bassCurve(0.01, 0.35, 88, 3, 4) };
    const loose = fitBass(readings, { means: [-4, -1.5, 3], deviations: [5, 5, 5], noise: 0.1 });
    const firm = fitBass(readings, { means: [-4, -1.5, 3], deviations: [0.01, 0.01, 0.01], noise: 10 });
    expect(Math.log(firm.q)).toBeCloseTo(-1.5, 2);
    expect(firm.m).toBeCloseTo(100 / (1 + Math.exp(-3)), 1);
    expect(loose.sumOfSquares).toBeLessThan(firm.sumOfSquares);
  });

  it('The fit rejects fewer than 4 readings', () => {
    expect(() => fitBass({ years: [0, 1, 2], percent: [1, 2, 4] })).toThrow(
      '3 readings are too few to estimate 3 parameters',
    );
  });
});

describe('person-periods', () => {
  it('Durations expand to one row per period, with the event in the last one', () => {
    const { person, period, event } = personPeriods([2, 3, 1], [1, 0, 1]);
    expect(Array.from(person)).toEqual([0, 0, 1, 1, 1, 2]);
    expect(Array.from(period)).toEqual([1, 2, 1, 2, 3, 1]);
    expect(Array.from(event)).toEqual([0, 1, 0, 0, 0, 1]);
  });
});
