import type { Hazard } from './hazard.schema.js';
import { observedDurations } from './hazard.fit.js';

const decision = {
  periods: 3,
  duration: { period_length: 2 },
  outcomes: [{ until: 1 }, { until: 3 }, {}],
} as unknown as Hazard;

/** Durations, and whether the event occurred. */
function estimate(...respondents: [number, 0 | 1][]) {
  const outcomes = {
    'outcome.duration': Float64Array.from(respondents, ([duration]) => duration),
    'outcome.event': Float64Array.from(respondents, ([, event]) => event),
  };
  return observedDurations(decision, { outcomes }, Int32Array.from(respondents.keys()));
}

describe('observedDurations', () => {
  it('Without censoring, probabilities equal the observed shares', () => {
    const found = estimate([1, 1], [2, 1], [3, 1], [3, 0]);
    expect(found.map(({ value }) => value)).toEqual([0.25, 0.5, 0.25, 2 * (1 + 0.75 + 0.5), 0.75, 0.5, 0.25]);
    // Without censoring, the errors are those of shares.
    expect(found[0]!.standardError).toBeCloseTo(Math.sqrt((0.25 * 0.75) / 4), 12);
    expect(found[1]!.standardError).toBeCloseTo(Math.sqrt((0.5 * 0.5) / 4), 12);
    expect(found[6]!.standardError).toBeCloseTo(Math.sqrt((0.25 * 0.75) / 4), 12);
  });

  it('Censored respondents count until their last observed period', () => {
    // Of four respondents, one has the event in period 1 and one is censored. One of the other two has the event in period 2.
    const [soon, later, , , first, second] = estimate([1, 1], [1, 0], [2, 1], [3, 0]);
    expect([soon!.value, first!.value, second!.value]).toEqual([0.25, 0.75, 0.375]);
    expect(later!.value).toBeCloseTo(0.375, 12);
  });

  it('Values are NaN after the last period with respondents at risk', () => {
    const found = estimate([1, 1], [1, 0], [2, 0]);
    expect(found.map(({ value }) => Number.isNaN(value))).toEqual([false, true, true, false, false, false, true]);
  });
});
