/** Probability that random error alone is reported as a fault. */
const falseAlarmProbability = 1e-6;

/**
 * Whether a share differs from its expectation by more than random error, for agents that decide independently with individual
 * probabilities: the bound on the probability of such a difference is below one in a million. Valid for any number of agents and for
 * shares near 0 and 1. Source: Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58 (1963), theorem 1.
 *
 * @param share observed share of agents
 * @param expected mean of the agents' probabilities
 */
export function exceedsRandomError(share: number, expected: number, agents: number): boolean {
  const chance = Math.min(1, Math.max(0, expected));
  const distance = weighed(share, chance) + weighed(1 - share, 1 - chance);
  return agents * distance > Math.log(2 / falseAlarmProbability);
}

/** Relative entropy term: 0 if the share is 0, infinite if the expectation is 0 and the share is not. */
function weighed(share: number, chance: number): number {
  return share === 0 ? 0 : share * Math.log(share / chance);
}
