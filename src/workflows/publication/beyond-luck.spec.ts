import { isBeyondLuck } from './beyond-luck.js';

const agents = 500;

/** The chances of 0, 1, 2, … of the agents, each with the same chance. */
function binomial(chance: number): number[] {
  let one = (1 - chance) ** agents;
  return Array.from({ length: agents + 1 }, (_, count) => {
    const own = one;
    one *= ((agents - count) / (count + 1)) * (chance / (1 - chance));
    return own;
  });
}

describe('a share beyond luck', () => {
  it.each([0.0001, 0.001, 0.006, 0.05, 0.3, 0.5, 0.7])(
    'is met by fewer than one sound definition in a million, where %d are expected',
    (chance) => {
      const refused = binomial(chance).filter((_, count) => isBeyondLuck(count / agents, chance, agents));
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.reduce((sum, one) => sum + one, 0)).toBeLessThan(1e-6);
    },
  );

  it('is nobody where 6 of 100 should be, and not where 6 of 1,000 should', () => {
    expect(isBeyondLuck(0, 0.06, agents)).toBe(true);
    expect(isBeyondLuck(0, 0.006, agents)).toBe(false);
  });

  it.each([
    [0, 0, false],
    [1, 1, false],
    [1, 1 + 1e-15, false],
    [0, -1e-17, false],
    [0.002, 0, true],
    [0.998, 1, true],
  ])('of %d where %d are certain: %j', (share, expected, isBeyond) => {
    expect(isBeyondLuck(share, expected, agents)).toBe(isBeyond);
  });
});
