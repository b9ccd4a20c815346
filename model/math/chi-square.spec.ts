import { chiSquareTail } from './gamma.js';

it.each([
  // Critical values of the tables of the chi-squared distribution.
  [3.841458820694124, 1, 0.05],
  [6.634896601021213, 1, 0.01],
  [5.991464547107979, 2, 0.05],
  [7.814727903251179, 3, 0.05],
  [18.307038053275146, 10, 0.05],
  [24.995790139728616, 15, 0.05],
  [124.34211340400407, 100, 0.05],
])('A chi-squared number exceeds %d with %d degrees of freedom with probability %d', (x, degrees, tail) => {
  expect(chiSquareTail(x, degrees)).toBeCloseTo(tail, 10);
});

it('The tail is 1 at 0, and does not overflow far from it', () => {
  expect(chiSquareTail(0, 3)).toBe(1);
  expect(chiSquareTail(1e5, 1_001)).toBe(0);
});
