import { readWeight } from './people-table.js';

describe('readWeight', () => {
  it('A text of a million digits and a letter is rejected in linear time', () => {
    // Quadratic time would take an hour.
    expect(readWeight(`${'1'.repeat(1_000_000)}x`)).toContain('expected a weight');
    expect([readWeight('1.'), readWeight('.5'), readWeight('+1.5e3')]).toEqual([1, 0.5, 1500]);
  });
});
