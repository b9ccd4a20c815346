import { dot, dotsWithRows, rowsOf } from './semantic-index.js';

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
