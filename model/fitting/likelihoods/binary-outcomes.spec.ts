import { logLogistic, logistic } from './binary-outcomes.js';

describe('logistic', () => {
  it('The logistic function neither overflows nor loses precision', () => {
    expect(logistic(-800)).toBe(0);
    expect(logistic(800)).toBe(1);
    expect(logistic(-50)).toBeCloseTo(Math.exp(-50), 30);
    expect(logLogistic(-800)).toBe(-800);
    expect(logLogistic(40)).toBeCloseTo(-Math.exp(-40), 25);
  });
});
