import { dot, unit, whiten } from './semantic-index.js';

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
    const cosine = (...pair: number[][]) => {
      const [a, b] = apply(pair).map(unit);
      return dot(a!, b!);
    };
    expect(dot(unit([1, 3]), unit([1, -3]))).toBeLessThan(0);
    expect(cosine([1, 3], [1, -3])).toBeGreaterThan(dot(unit([1, 3]), unit([1, -3])));
    expect(cosine([1, 3], [-1, 3])).toBeLessThan(dot(unit([1, 3]), unit([-1, 3])));
  });

  it('With one example in each class, directions do not change', () => {
    const { apply } = whiten([[[1, 2, 0]], [[0, 1, 1]]]);
    const [ratio] = apply([[2, 4, 6]]);
    expect(ratio![1]! / ratio![0]!).toBeCloseTo(2);
    expect(ratio![2]! / ratio![0]!).toBeCloseTo(3);
  });

  it('A vector is transformed in the same way alone and among others', () => {
    const vectors = Array.from({ length: 7 }, (_, k) => [k, k * k, 1 / (1 + k)]);
    const { apply } = whiten([vectors.slice(0, 3), vectors.slice(3)]);
    expect(apply(vectors)).toEqual(vectors.flatMap((vector) => apply([vector])));
  });
});
