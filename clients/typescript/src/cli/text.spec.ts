import { scenarioOf, valuesOf } from './arguments.js';
import { barsOf, plain, tableText } from './text.js';

describe('the command line', () => {
  it('Values are numbers, true, false, or texts', () => {
    expect(scenarioOf(['price=0.8', 'match=none', 'flag=true', 'text=a=b', 'empty='])).toEqual({
      ...{ price: 0.8, match: 'none', flag: true, text: 'a=b', empty: '' },
    });
    for (const text of ['price', '=3']) expect(() => scenarioOf([text])).toThrow(/has no value/);
  });

  it('Values of a sweep are a list or a range with equal distances', () => {
    expect(valuesOf('0.8,1,none')).toEqual([0.8, 1, 'none']);
    expect(valuesOf('0.8..1.2:5')).toEqual([0.8, 0.9, 1, 1.1, 1.2]);
    expect(valuesOf('-2..2:3')).toEqual([-2, 0, 2]);
    for (const text of ['0..1:1', '0..x:3', '0..1:99999']) expect(() => valuesOf(text)).toThrow(/from\.\.to:count/);
  });

  it('Texts of other people cannot move the cursor', () => {
    expect(plain('a\u001b[2Jb\u202ec\nd')).toBe('a [2Jb c d');
    expect(tableText(['Name'], [['x\u001b]0;title\u0007']])).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('Intervals have one scale, and zero is marked if it is inside', () => {
    const marks = [
      { value: 2, interval: [1, 3] },
      { value: -1, interval: [-2, 0.5] },
      { value: 0, interval: null },
    ] as const;
    expect(barsOf(marks, 11)).toEqual(['    │ ├─●─┤', '├─●──┤', '    ●']);
    expect(barsOf([{ value: 1, interval: null }], 5)).toEqual(['●']);
  });
});
