/** So rarely is luck alone taken for a fault: once in a million. */
const REFUSED_SHARE = 1e-6;

/**
 * Whether a share lies further from what was expected than luck takes it, for agents who decide independently of each other, each with a
 * chance of its own: the bound on the chance of so great a distance is below one in a million. It holds for any number of agents and for
 * shares near 0 and 1. Source: Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58 (1963), theorem 1.
 *
 * @param share of the agents who did it
 * @param expected the mean of their chances
 */
export function isBeyondLuck(share: number, expected: number, agents: number): boolean {
  const chance = Math.min(1, Math.max(0, expected));
  const distance = weighed(share, chance) + weighed(1 - share, 1 - chance);
  return agents * distance > Math.log(2 / REFUSED_SHARE);
}

/** 0 of what did not happen, infinite of what cannot happen and did. */
function weighed(share: number, chance: number): number {
  return share === 0 ? 0 : share * Math.log(share / chance);
}
