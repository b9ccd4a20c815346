import { outsideParts } from './outside-parts';

describe('outsideParts', () => {
  it('The parts of the axis below and above the supported range are outside the data', () => {
    expect(outsideParts([0.5, 1, 2], [0.75, 1.4])).toEqual([
      { from: 0.5, to: 0.75 },
      { from: 1.4, to: 2 },
    ]);
    expect(outsideParts([2, 3], [0.75, 1.4])).toEqual([{ from: 2, to: 3 }]);
  });

  it('An axis inside the range, without numbers or without a range has no such part', () => {
    expect(outsideParts([0.8, 1.2], [0.75, 1.4])).toEqual([]);
    expect(outsideParts(['low', 'high'], [0.75, 1.4])).toEqual([]);
    expect(outsideParts([1, 2], undefined)).toEqual([]);
  });
});
