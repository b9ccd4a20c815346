import { quadratureOf } from './quadrature.js';

describe('quadrature over standard numbers', () => {
  it.each([
    ['normal', 1, Math.exp(0.5)],
    ['uniform', 1 / 3, Math.sinh(1)],
    ['triangular', 1 / 6, 2 * (Math.cosh(1) - 1)],
  ] as const)('The %s distribution has its variance and the mean of e^x to 10 digits', (shape, variance, meanOfExp) => {
    const { nodes, weights } = quadratureOf(shape, 100);
    const mean = (of: (x: number) => number) => nodes.reduce((sum, x, k) => sum + weights[k]! * of(x), 0);
    expect(mean(() => 1)).toBeCloseTo(1, 12);
    expect(mean((x) => x)).toBeCloseTo(0, 12);
    expect(mean((x) => x * x)).toBeCloseTo(variance, 10);
    expect(mean(Math.exp)).toBeCloseTo(meanOfExp, 10);
  });
});
