import { outsideParts } from './blocks.js';

describe('outsideParts', () => {
  const fare = [0.75, 1.4] as const;

  it('The parts of an axis below and above the calibrated range are outside the data', () => {
    expect(outsideParts(fare, [0.5, 2])).toEqual([
      [0.5, 0.75],
      [1.4, 2],
    ]);
    expect(outsideParts(fare, [2, 3])).toEqual([[2, 3]]);
  });

  it('An axis inside the range, or of a choice, has no part outside the data', () => {
    expect(outsideParts(fare, [0.8, 1.2])).toEqual([]);
    expect(outsideParts(undefined, [1, 2])).toEqual([]);
  });
});
