import { boxCox } from './box-cox.js';

describe('the Box-Cox transform', () => {
  it.each([
    [4, 2, 7.5],
    [4, 1, 3],
    [4, 0.5, 2],
    [4, 0, Math.log(4)],
    [4, 1e-9, Math.log(4)],
    [4, -1, 0.75],
    [1, 3, 0],
    [0.25, 0.5, -1],
    [0, 0.5, -2],
    [0, 0, -Infinity],
    [0, -1, -Infinity],
    [-1, 1, NaN],
  ])('The transform of %d with the power %d is %d', (x, power, value) => {
    if (Number.isFinite(value)) expect(boxCox(x, power)).toBeCloseTo(value, 8);
    else expect(boxCox(x, power)).toBe(value);
  });

  it.each([0, 0.01, 0.3, 5, 900])('Its derivatives are differences of the transform, also near 0: x = %d', (x) => {
    for (const power of [-1.5, -0.2, -1e-3, 0, 1e-5, 0.05, 0.51, 1, 2.5]) {
      if (x === 0 && power < 0.1) continue;
      for (const order of [1, 2] as const) {
        const at = (value: number) => boxCox(x, value, (order - 1) as 0 | 1);
        const difference = (at(power + 1e-4) - at(power - 1e-4)) / 2e-4;
        expect(boxCox(x, power, order) / difference).toBeCloseTo(1, 4);
      }
    }
  });
});
