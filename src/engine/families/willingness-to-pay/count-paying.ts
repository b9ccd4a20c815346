import type { CurveCount } from '../../model/decision-family.js';
import { log } from '../../math/elementary.js';

/** Amounts that agents would pay, by row. */
export interface Payments {
  /** 1 for agents that would pay nothing. */
  readonly nothing: ArrayLike<number>;
  /** Logarithm of the amount of the other agents. */
  readonly logAmounts: ArrayLike<number>;
}

/** Counts of agents that would pay each price. */
export function countPaying(prices: readonly number[], scenario: Payments, baseline: Payments): CurveCount[] {
  return prices.map((price) => {
    const logPrice = log(price);
    const isPaying = ({ nothing, logAmounts }: Payments, row: number) =>
      nothing[row] === 0 && logAmounts[row]! >= logPrice;
    const counts = { count: 0, baseline: 0, both: 0 };
    for (let row = 0; row < scenario.nothing.length; row++) {
      const [inScenario, inBaseline] = [isPaying(scenario, row), isPaying(baseline, row)];
      if (inScenario) counts.count++;
      if (inBaseline) counts.baseline++;
      if (inScenario && inBaseline) counts.both++;
    }
    return counts;
  });
}
