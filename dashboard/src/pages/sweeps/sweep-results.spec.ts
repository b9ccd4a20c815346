import { readAfter } from './sweep-results';

describe('readAfter', () => {
  it('A page reads the points of a running sweep at most once for each doubling, and all of them at the end', () => {
    const total = 100;
    const reads = new Set(Array.from({ length: total }, (_, k) => readAfter(k + 1, k + 1 === total)));
    expect([...reads]).toEqual([1, 2, 4, 8, 16, 32, 64, 100]);
    expect(readAfter(97, true)).toBe(97);
  });
});
