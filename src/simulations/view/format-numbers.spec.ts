import fc from 'fast-check';
import { percent, percentBefore, points } from './format-numbers.js';

const numberIn = (text: string) => Number(text.replace('%', '').replace('−', '-'));

describe('texts of shares and their difference', () => {
  it('The share before a change, the share after it and the difference agree as they are shown', () => {
    expect([percentBefore(0.1454, 0.0166), percent(0.1454), points(0.0166)]).toEqual(['12.8%', '14.5%', '+1.7']);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (before, after) => {
        const shown = [percentBefore(after, after - before), points(after - before), percent(after)].map(numberIn);
        expect(shown[0]! + shown[1]!).toBeCloseTo(shown[2]!, 6);
        expect(Math.abs(shown[0]! - 100 * before)).toBeLessThan(0.1 + 1e-9);
      }),
    );
  });
});
