import { precisionOf } from './precision.js';

const errors = (sampling: number, estimation: number | null) => ({ errors: { sampling, estimation } });
const last = {
  agent_count: 100,
  outcomes: [errors(0.04, null), errors(0.05, 0.03)],
  measures: [{ id: 'visits', ...errors(0.3, 0.4) }],
} as unknown as Parameters<typeof precisionOf>[1];

describe('precisionOf', () => {
  it('Without an earlier simulation, the interval is that of a share of one half', () => {
    expect(precisionOf(1_000, null)).toEqual({
      share_half_width: expect.closeTo(0.031, 4) as number,
      measures: [],
      based_on: 'worst_case',
    });
  });

  it('Intervals shrink with the square root of the agent count, but never below the estimation error', () => {
    expect(precisionOf(100, last)).toMatchObject({
      share_half_width: expect.closeTo(1.96 * Math.hypot(0.05, 0.03), 9) as number,
      measures: [{ id: 'visits', half_width: expect.closeTo(1.96 * 0.5, 9) as number }],
    });
    const large = precisionOf(10_000, last);
    expect(large.share_half_width).toBeCloseTo(1.96 * Math.hypot(0.005, 0.03), 9);
    expect(precisionOf(1e12, last).share_half_width).toBeCloseTo(1.96 * 0.03, 4);
  });

  it('Means with an unknown sampling error are left out', () => {
    const unknown = { ...last, measures: [{ id: 'visits', errors: { sampling: null, estimation: 0.4 } }] };
    expect(precisionOf(100, unknown as unknown as typeof last).measures).toEqual([]);
  });
});
