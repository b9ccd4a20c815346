import { solveLinear } from './linear-algebra.js';

describe('solveLinear', () => {
  it('The solution of a system with a zero in the first place is exact', () => {
    expect(
      solveLinear(
        [
          [0, 2],
          [4, 1],
        ],
        [6, 11],
      ),
    ).toEqual([2, 3]);
  });

  it('A singular matrix has no solution', () => {
    expect(
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 2],
      ),
    ).toBeUndefined();
    expect(solveLinear([[0]], [1])).toBeUndefined();
  });

  it('The arguments stay unchanged, and a system without unknowns has an empty solution', () => {
    const matrix = [
      [2, 1],
      [1, 3],
    ];
    solveLinear(matrix, [1, 2]);
    expect(matrix).toEqual([
      [2, 1],
      [1, 3],
    ]);
    expect(solveLinear([], [])).toEqual([]);
  });
});
