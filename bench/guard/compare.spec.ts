import { summarize, type FigureSummary } from '../all/summary.js';
import type { Figure } from '../figures.js';
import { compare, isDecided, isGreaterBetter } from './compare.js';
import { table } from './table.js';

const figure = (ratio: number | null, unit = 'ms', name = 'a pass', against: string | null = 'C'): Figure => ({
  case: name,
  value: 10,
  unit,
  against: ratio === null ? null : against,
  ratio,
});
const committed = (ratio: number, unit = 'ms'): FigureSummary[] => summarize([[figure(ratio, unit)]]);
const runsOf = (ratios: readonly number[], unit = 'ms') => ratios.map((ratio) => [figure(ratio, unit)]);
const verdictOf = (base: number, ratios: readonly number[], unit = 'ms') =>
  compare(committed(base, unit), runsOf(ratios, unit))[0];

describe('comparison of benchmarks with committed ratios', () => {
  it('A ratio fails after a loss of more than 15% in three runs of five, not after two', () => {
    expect(verdictOf(1, [1.16, 1.16, 1, 1, 1])).toMatchObject({ losses: 2, failed: false });
    expect(verdictOf(1, [1.16, 1, 1.16, 1, 1.16])).toMatchObject({ losses: 3, runs: 5, failed: true, median: 1.16 });
    expect(verdictOf(1, [1.15, 1.15, 1.15, 1.15, 1.15])).toMatchObject({ losses: 0, failed: false });
  });

  it('A time is worse if it is greater, a rate if it is smaller', () => {
    const unit = 'requests per CPU-second';
    expect(verdictOf(2, [1, 1, 1])).toMatchObject({ loss: -0.5, failed: false });
    expect(verdictOf(2, [4, 4, 4])).toMatchObject({ loss: 1, failed: true });
    expect(verdictOf(2, [1, 1, 1], unit)).toMatchObject({ loss: 0.5, failed: true });
    expect(verdictOf(2, [4, 4, 4], unit)).toMatchObject({ loss: -1, failed: false });
    expect(verdictOf(0, [0, 0, 0])).toMatchObject({ loss: 0, failed: false });
  });

  it.each([
    ['simulations per second', true],
    ['per second', true],
    ['%', true],
    ['ms', false],
    ['ns', false],
    ['MB', false],
  ])('Greater figures in the unit %p are better: %p', (unit, expected) => {
    expect(isGreaterBetter(unit)).toBe(expected);
  });

  it('A ratio with an unknown unit stops the comparison, so that no loss is overlooked', () => {
    expect(() => compare(committed(1, 'p'), runsOf([1], 'p'))).toThrow('bench/guard/compare.ts');
  });

  it('Only figures with a committed ratio are compared, each with the figure of the same name and comparison', () => {
    const figures = [figure(1, 'ms', 'a pass', 'C'), figure(2, 'ms', 'a pass', 'numpy'), figure(null, 'p')];
    const verdicts = compare(summarize([figures]), [[...figures].reverse(), [figure(9, 'ms', 'new')]]);
    expect(verdicts.map((verdict) => [verdict.figure, verdict.median, verdict.runs])).toEqual([
      ['a pass (ms), compared with C', 1, 1],
      ['a pass (ms), compared with numpy', 2, 1],
    ]);
  });

  it('A committed ratio that no run measured fails', () => {
    expect(compare(committed(1), [[]])).toMatchObject([{ runs: 0, failed: true }]);
  });

  it('The comparison ends early when further runs cannot change its result', () => {
    const decided = (...ratios: number[]) => isDecided(compare(committed(1), runsOf(ratios)));
    expect([decided(1, 1), decided(1, 1, 1), decided(2, 2), decided(2, 2, 2), decided(2, 2, 1, 1)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('The table shows committed ratio, median, loss and runs of each figure, and marks failures', () => {
    const text = table(compare([...committed(1), ...summarize([[figure(3, 'ms', 'gone')]])], runsOf([1.2, 1.2, 1.2])));
    expect(text).toMatch(/a pass \(ms\), compared with C +1\.00 +1\.20 +20% +3 of 3 +FAILED/);
    expect(text).toMatch(/gone \(ms\), compared with C +3\.00 +not measured +FAILED/);
  });
});
