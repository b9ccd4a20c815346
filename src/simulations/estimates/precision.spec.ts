import { precisionOf } from './precision.js';

const errors = (sampling: number, estimation: number | null) => ({ errors: { sampling, estimation } });
const before = {
  agent_count: 100,
  outcomes: [errors(0.04, null), errors(0.05, 0.03)],
  measures: [{ id: 'visits', ...errors(0.3, 0.4) }],
} as unknown as Parameters<typeof precisionOf>[1];

describe('the precision to expect', () => {
  it('is that of a share of one half where nothing is known', () => {
    expect(precisionOf(1_000, null)).toEqual({
      ...{ share_half_width: expect.closeTo(0.031, 4) as number, measures: [], based_on: 'worst_case' },
    });
  });

  it('shrinks with the root of the sample, but not below the error of the estimates', () => {
    expect(precisionOf(100, before)).toMatchObject({
      share_half_width: expect.closeTo(1.96 * Math.hypot(0.05, 0.03), 9) as number,
      measures: [{ id: 'visits', half_width: expect.closeTo(1.96 * 0.5, 9) as number }],
    });
    const large = precisionOf(10_000, before);
    expect(large.share_half_width).toBeCloseTo(1.96 * Math.hypot(0.005, 0.03), 9);
    expect(precisionOf(1e12, before).share_half_width).toBeCloseTo(1.96 * 0.03, 4);
  });

  it('leaves out the means whose error the last simulation did not know', () => {
    const unknown = { ...before, measures: [{ id: 'visits', errors: { sampling: null, estimation: 0.4 } }] };
    expect(precisionOf(100, unknown as unknown as typeof before).measures).toEqual([]);
  });
});
