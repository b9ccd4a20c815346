import { cellMeans, latentOrder } from './latent-order.js';
import { middleRanks } from './ranks.js';

/** Rows of cells, and of an attribute that increases with the position of the cell in `order`. */
function rowsIn(order: readonly number[]): { codes: number[]; other: Float64Array } {
  const codes = Array.from({ length: 1_000 }, (_, row) => row % order.length);
  const values = codes.map((code, row) => order.indexOf(code) + 3 * Math.sin(row));
  return { codes, other: middleRanks(values) };
}

describe('latentOrder', () => {
  it.each([
    ['few cells', [0, 3, 1, 4, 2]],
    ['many cells', Array.from({ length: 40 }, (_, k) => (k * 7) % 40)],
  ])('The order of %s follows another attribute', (_, order) => {
    const { codes, other } = rowsIn(order);
    const found = latentOrder(cellMeans(codes, order.length, [other]));
    const places = found.map((cell) => order.indexOf(cell));
    // Noise can swap neighbors.
    places.forEach((place, k) => expect(Math.abs(place - k)).toBeLessThanOrEqual(order.length === 5 ? 0 : 6));
  });

  it('Of an order and its reverse, the result is the one nearer to the given order', () => {
    const { codes, other } = rowsIn([4, 3, 2, 1, 0]);
    expect(latentOrder(cellMeans(codes, 5, [other]))).toEqual([0, 1, 2, 3, 4]);
  });

  it('The given order remains if there are no other attributes or they do not vary', () => {
    const { codes } = rowsIn([0, 1, 2]);
    expect(latentOrder(cellMeans(codes, 3, []))).toEqual([0, 1, 2]);
    expect(latentOrder(cellMeans(codes, 3, [new Float64Array(1_000).fill(0.5)]))).toEqual([0, 1, 2]);
  });

  it('The order maximizes the correlation with several attributes', () => {
    const [first, second] = [rowsIn([0, 3, 1, 4, 2]), rowsIn([0, 1, 2, 3, 4])];
    const found = latentOrder(cellMeans(first.codes, 5, [first.other, first.other, second.other]));
    expect(found).toEqual([0, 3, 1, 4, 2]);
  });

  it('Rows with a missing value are ignored', () => {
    const { codes, other } = rowsIn([0, 3, 1, 4, 2]);
    const gone = codes.map((code, row) => (row % 3 === 0 ? -1 : code));
    const partly = other.map((rank, row) => (row % 7 === 0 ? NaN : rank));
    expect(latentOrder(cellMeans(gone, 5, [partly]))).toEqual([0, 3, 1, 4, 2]);
  });
});
