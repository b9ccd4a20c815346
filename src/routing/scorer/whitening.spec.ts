import { dot, unit } from './vectors.js';
import { whiten } from './whitening.js';

describe('Whitening', () => {
  it('Variation within classes counts less than variation between them', () => {
    const across = [-3, -1, 1, 3];
    const classes = [1, -1].map((side) =>
      across.flatMap((noise) => [
        [side, noise],
        [side, noise],
      ]),
    );
    const { apply } = whiten(classes);
    const cosine = (a: number[], b: number[]) => dot(unit(apply(a)), unit(apply(b)));
    expect(dot(unit([1, 3]), unit([1, -3]))).toBeLessThan(0);
    expect(cosine([1, 3], [1, -3])).toBeGreaterThan(dot(unit([1, 3]), unit([1, -3])));
    expect(cosine([1, 3], [-1, 3])).toBeLessThan(dot(unit([1, 3]), unit([-1, 3])));
  });

  it('With one example in each class, directions do not change', () => {
    const { apply } = whiten([[[1, 2, 0]], [[0, 1, 1]]]);
    const ratio = apply([2, 4, 6]);
    expect(ratio[1]! / ratio[0]!).toBeCloseTo(2);
    expect(ratio[2]! / ratio[0]!).toBeCloseTo(3);
  });
});
