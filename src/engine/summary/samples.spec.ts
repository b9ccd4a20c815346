import { normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import { streamKey } from '../random/stream-key.js';
import { meanSample, withErrors } from './samples.js';

const unbounded = [-Infinity, Infinity] as const;
const noErrors = { parameterDraws: 0, estimation: undefined, sampling: undefined };
const errorsOf = (size: number) => ({
  scenario: Float64Array.of(size),
  baseline: Float64Array.of(size),
  difference: Float64Array.of(size),
});

describe('the mean of some values', () => {
  it.each([2, 5, 12])('lies within the interval of %d of them in 95 of 100 samples, however few they are', (size) => {
    const samples = 8_000;
    const normals = new Float64Array(samples * size);
    fillUniforms(streamKey(size, 'samples'), streamPurposes.choice, 0, size, 0, samples, normals);
    let covered = 0;
    for (let sample = 0; sample < samples; sample++) {
      const values = Array.from({ length: size }, (_, k) => normalQuantile(normals[k * samples + sample]!));
      const [least, most] = meanSample(values, unbounded).interval!;
      if (least <= 0 && 0 <= most) covered++;
    }
    expect(Math.abs(covered / samples - 0.95)).toBeLessThan(4 * Math.sqrt((0.95 * 0.05) / samples));
  });

  it.each([
    ['one', [3]],
    ['two who are alike', [3, 3]],
    ['29 who are alike', new Array<number>(29).fill(0.1)],
  ])('of %s has no interval, whatever the error of the estimates', (_, values) => {
    const sample = meanSample(values, unbounded);
    expect([sample.interval, sample.standardError]).toEqual([null, null]);
    const uncertainty = { ...noErrors, estimation: { ...errorsOf(0.5), runs: 50 } };
    const told = withErrors(sample, 'scenario', 0, uncertainty);
    expect(told).toEqual({ interval: null, errors: { sampling: null, estimation: 0.5 } });
  });

  it('of 30 who are alike has no width, since hardly anybody can be another', () => {
    expect(meanSample(new Array<number>(30).fill(2), unbounded)).toMatchObject({ interval: [2, 2], standardError: 0 });
  });

  it('of agents who meet lies 2.093 standard deviations of 20 runs to either side, also where there is one agent', () => {
    const uncertainty = { ...noErrors, sampling: { ...errorsOf(0.1), runs: 20 } };
    const { interval, errors } = withErrors(meanSample([3], unbounded), 'scenario', 0, uncertainty);
    expect(interval![0]).toBeCloseTo(3 - 0.2093024, 6);
    expect(interval![1]).toBeCloseTo(3 + 0.2093024, 6);
    expect(errors.sampling).toBe(0.1);
  });
});
