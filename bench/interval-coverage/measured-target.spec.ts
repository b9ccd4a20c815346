import { measuredTarget } from './measured-target.js';
import type { Sample } from './repetition.js';

/** Estimates of 0.1 with intervals of a width, of which some contain the truth. */
const samplesOf = (count: number, covered: number, width = 0.04): Sample[] =>
  Array.from({ length: count }, (_, k) => {
    const value = k < covered ? 0.1 : 0.1 + width;
    const errors = { simulation: 0, estimation: 0.01, population: 0, model: 0 };
    return {
      ...{ value, interval: [value - width / 2, value + width / 2], errors },
      reference: { value: 0.1, standardError: 0.01 },
    };
  });
const randomized = { isRandomized: true, isModelTrue: true };
const checksOf = (...parameters: Parameters<typeof measuredTarget>) =>
  measuredTarget(...parameters).checks.map(({ measure, passes }) => ({ measure, passes }));

describe('Targets of the coverage benchmark', () => {
  it('Coverage fails only if its own 95% interval is outside of the target', () => {
    const coverageOf = (count: number, covered: number, isModelTrue = true) =>
      checksOf('share', 0.1, samplesOf(count, covered), { ...randomized, isModelTrue })[0]!.passes;
    expect([coverageOf(200, 180), coverageOf(200, 175), coverageOf(200, 175, false)]).toEqual([true, false, true]);
    expect([coverageOf(100, 100), coverageOf(200, 200), coverageOf(200, 200, false)]).toEqual([true, false, true]);
  });

  it('The width of an average effect is limited by the kind of its parameter, and the width of a share is not', () => {
    const widthOf = (target: 'difference' | 'segment_difference' | 'share', isRandomized: boolean, width: number) =>
      checksOf(target, 0.1, samplesOf(20, 19, width), { ...randomized, isRandomized })[1]?.passes;
    // The interval of the other program has a width of 0.0392.
    expect([widthOf('difference', true, 0.045), widthOf('difference', true, 0.046)]).toEqual([true, false]);
    expect([widthOf('difference', false, 0.062), widthOf('difference', false, 0.063)]).toEqual([true, false]);
    expect(widthOf('segment_difference', true, 0.062)).toBe(true);
    expect(widthOf('share', false, 0.9)).toBeUndefined();
  });

  it('The splits of one data set have a limit of the widest interval relative to the narrowest', () => {
    const rangeOf = (width: number) =>
      checksOf('difference', 0.1, [...samplesOf(1, 1), ...samplesOf(1, 1, width)], {
        ...randomized,
        isOneDataSet: true,
      });
    expect(rangeOf(0.0519)).toEqual([{ measure: 'width_range', passes: true }]);
    expect(rangeOf(0.0521)).toEqual([{ measure: 'width_range', passes: false }]);
  });

  it('A fit without held-out comparisons has a target of its coverage only', () => {
    expect(checksOf('difference', 0.1, samplesOf(200, 190))).toEqual([{ measure: 'coverage', passes: true }]);
  });
});
