import { explainedVariance, explainedWithoutParts, type Classification } from './explained-variance.js';

const count = 4_000;
const rows = Int32Array.from({ length: count }, (_, row) => row);
/** Groups that cycle with the row: all combinations of the cycles 2, 4 (as two bits) and 5 are equally frequent. */
const classify = (groups: number, groupAt: (row: number) => number): Classification => ({
  groups,
  groupOf: Int32Array.from(rows, groupAt),
});
const first = classify(2, (row) => row % 2);
const second = classify(2, (row) => Math.floor(row / 2) % 2);
const third = classify(5, (row) => row % 5);
const valuesOf = (valueAt: (a: number, b: number, c: number) => number) =>
  Float64Array.from(rows, (row) => valueAt(first.groupOf[row]!, second.groupOf[row]!, third.groupOf[row]!));

describe('explainedVariance', () => {
  it('For independent attributes with additive effects, both shares equal the closed form', () => {
    // Variances of 3a, b and c: 9/4, 1/4 and 2, in all 4.5.
    const [shares] = explainedVariance([first, second, third], rows, [valuesOf((a, b, c) => 3 * a + b + c)]);
    const expected = [2.25 / 4.5, 0.25 / 4.5, 2 / 4.5];
    expected.forEach((share, k) => {
      expect(shares!.alone[k]).toBeCloseTo(share, 2);
      expect(shares!.together[k]).toBeCloseTo(share, 2);
    });
    expect(shares!.all).toBeCloseTo(1, 12);
    expect(shares!.together.reduce((sum, share) => sum + share)).toBeCloseTo(shares!.all, 12);
  });

  it('Two equal attributes share their contribution, and a constant or redundant column adds nothing', () => {
    const constant = classify(3, () => 1);
    const [shares] = explainedVariance([first, first, second, constant], rows, [valuesOf((a, b) => 2 * a + b)]);
    expect(shares!.alone[0]).toBeCloseTo(0.8, 3);
    expect(shares!.alone[1]).toBeCloseTo(0.8, 3);
    [0.4, 0.4, 0.2, 0].forEach((share, k) => expect(shares!.together[k]).toBeCloseTo(share, 3));
  });

  it('The contributions of correlated attributes are the mean increases of R² over both orders', () => {
    // Corr(a, z) = 0.6 by construction: z equals a in 80% of the rows.
    const other = classify(2, (row) => (row % 10 < 8 ? row % 2 : 1 - (row % 2)));
    const values = Float64Array.from(rows, (row) => first.groupOf[row]! + 2 * other.groupOf[row]!);
    const [shares] = explainedVariance([first, other], rows, [values]);
    // Var = (1 + 4 + 2·2·0.6) / 4; R²(a) = (1 + 1.2)² / 7.4; R²(z) = (2 + 0.6)² / 7.4.
    const [own, next] = [2.2 ** 2 / 7.4, 2.6 ** 2 / 7.4];
    expect(shares!.together[0]).toBeCloseTo((own + (1 - next)) / 2, 3);
    expect(shares!.together[1]).toBeCloseTo((next + (1 - own)) / 2, 3);
  });

  it('Attributes without a relation to the values explain nothing, although they have many groups', () => {
    const many = classify(50, (row) => (row * 7919) % 50);
    const noise = Float64Array.from(rows, (row) => Math.sin(row * row));
    const [shares] = explainedVariance([many], rows, [noise]);
    expect(Math.abs(shares!.alone[0]!)).toBeLessThan(0.01);
  });

  it('Without a part of the agents, all shares equal those of the other agents', () => {
    const attributes = [first, second, classify(7, (row) => (row * row) % 7)];
    const values = [valuesOf((a, b, c) => 1_000 + a + a * b + c), Float64Array.from(rows, (row) => Math.sin(row))];
    const used = rows.filter((row) => row % 3 > 0);
    const parts = [0, 1, 2, 3].map((part) => used.filter((_, at) => at % 4 === part));
    const { all, without } = explainedWithoutParts(attributes, parts, values);
    const expectEqual = (own: typeof all, expected: typeof all) =>
      own.forEach((shares, set) => {
        expect(shares!.all).toBeCloseTo(expected[set]!.all, 10);
        for (const kind of ['alone', 'together'] as const)
          shares![kind].forEach((share, k) => expect(share).toBeCloseTo(expected[set]![kind][k]!, 10));
      });
    expectEqual(all, explainedVariance(attributes, used, values));
    without.forEach((own, part) => {
      const others = used.filter((_, at) => at % 4 !== part);
      expectEqual(own, explainedVariance(attributes, others, values));
    });
  });

  it('Equal values have no variance to explain', () => {
    expect(explainedVariance([first], rows, [new Float64Array(count).fill(0.1)])).toEqual([undefined]);
  });
});
