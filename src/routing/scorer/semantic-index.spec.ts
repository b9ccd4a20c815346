import { dot, unit, whiten, dotsWithRows, rowsOf } from './semantic-index.js';

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

describe('Vectors as the rows of a matrix', () => {
  it.each([1, 3, 4, 7, 512])('Dot products with rows of %d numbers equal those of the single vectors', (size) => {
    const vectorOf = (seed: number) => Float64Array.from({ length: size }, (_, k) => Math.sin(seed + 3 * k));
    const vectors = [1, 2, 3].map(vectorOf);
    const question = vectorOf(9);
    const dots = dotsWithRows(rowsOf(vectors, size), question);
    expect(dots).toHaveLength(3);
    vectors.forEach((vector, k) => expect(dots[k]).toBeCloseTo(dot(vector, question), 10));
  });

  it('Without rows, there are no products', () => {
    expect(dotsWithRows(rowsOf([], 4), new Float64Array(4))).toHaveLength(0);
    expect(dotsWithRows(rowsOf([], 0), new Float64Array(0))).toHaveLength(0);
  });
});
