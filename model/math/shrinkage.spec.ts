import { keptPart } from './shrinkage.js';

const partOf = (mean: number, variance = 1) => keptPart(variance, [{ mean, variance }], 1).mean;

describe('keptPart', () => {
  it('Keeps little of an estimate that its standard error explains, and nearly all of one that it does not', () => {
    expect(partOf(0)).toBeLessThan(0.4);
    expect(partOf(2)).toBeGreaterThan(partOf(1));
    expect(partOf(10)).toBeGreaterThan(0.85);
    expect(partOf(-10)).toBeCloseTo(partOf(10), 12);
  });

  it('Keeps more of each of several estimates if the others are large', () => {
    const others = (mean: number) =>
      keptPart(
        1,
        [1, mean, -mean].map((own) => ({ mean: own, variance: 1 })),
        1,
      ).mean;
    expect(others(5)).toBeGreaterThan(others(0.5) + 0.2);
  });

  it('Keeps an estimate without an error whole', () => {
    expect(keptPart(0, [{ mean: 1, variance: 0 }], 1)).toEqual({ mean: 1, variance: 0 });
  });
});
