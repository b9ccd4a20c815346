import { normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import { streamKey } from '../random/stream-key.js';
import { meanSample, withErrors } from './samples.js';

const unbounded = [-Infinity, Infinity] as const;
const noErrors = { parameterDraws: 0, estimation: undefined, sampling: undefined };
const equalErrors = (size: number) => ({
  scenario: Float64Array.of(size),
  baseline: Float64Array.of(size),
  difference: Float64Array.of(size),
});

describe('meanSample', () => {
  it.each([2, 5, 12])('The interval of the mean of %d values covers the true mean in 95% of samples', (size) => {
    const samples = 8_000;
    const normals = new Float64Array(samples * size);
    fillUniforms(streamKey(size, 'samples'), streamPurposes.choice, 0, size, 0, samples, normals);
    let covered = 0;
    for (let sample = 0; sample < samples; sample++) {
      const values = Array.from({ length: size }, (_, k) => normalQuantile(normals[k * samples + sample]!));
      const [low, high] = meanSample(values, unbounded).interval!;
      if (low <= 0 && 0 <= high) covered++;
    }
    expect(Math.abs(covered / samples - 0.95)).toBeLessThan(4 * Math.sqrt((0.95 * 0.05) / samples));
  });

  it.each([
    ['one value', [3]],
    ['two identical values', [3, 3]],
    ['29 identical values', new Array<number>(29).fill(0.1)],
  ])('The mean of %s has no interval, with or without an estimation error', (_, values) => {
    const sample = meanSample(values, unbounded);
    expect([sample.interval, sample.standardError]).toEqual([null, null]);
    const uncertainty = { ...noErrors, estimation: { ...equalErrors(0.5), runs: 50 } };
    const combined = withErrors(sample, 'scenario', 0, uncertainty);
    expect(combined).toEqual({ interval: null, errors: { sampling: null, estimation: 0.5 } });
  });

  it('The mean of 30 identical values has an interval of width 0', () => {
    expect(meanSample(new Array<number>(30).fill(2), unbounded)).toMatchObject({ interval: [2, 2], standardError: 0 });
  });

  it('If agents interact, the interval extends 2.093 standard deviations of 20 runs to both sides, even for one agent', () => {
    const uncertainty = { ...noErrors, sampling: { ...equalErrors(0.1), runs: 20 } };
    const { interval, errors } = withErrors(meanSample([3], unbounded), 'scenario', 0, uncertainty);
    expect(interval![0]).toBeCloseTo(3 - 0.2093024, 6);
    expect(interval![1]).toBeCloseTo(3 + 0.2093024, 6);
    expect(errors.sampling).toBe(0.1);
  });
});
