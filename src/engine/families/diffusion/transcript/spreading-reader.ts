import type { Column } from '../../../columns/column.js';
import { columnFinder } from '../../../transcript/stored-agents.js';
import type { DiffusionWith, MarketProcess } from '../diffusion.schema.js';
import { sumOf } from '../../../math/sum.js';

/** Progress of the adoption in a run. */
export interface Spreading {
  /** Share of the market that spreads the adoption in each step: `[step - 1]`. */
  readonly shareOfMarket: Float64Array;
  /** Share of all agents that had adopted before a period. */
  readonly adoptedBefore: (period: number) => number;
}

/** Computes the progress of the adoption from the result columns of a complete run. */
export function spreadingReader(
  columns: readonly Column[],
  { periods, process }: DiffusionWith<MarketProcess>,
): Spreading {
  const columnOf = columnFinder(columns);
  const adopted = columnOf('adopted_step').values;
  const spreadUntil = columns.find(({ name }) => name === 'spread_until_step')?.values;
  const steps = periods.count * process.steps_per_period;
  const changes = new Float64Array(steps + 2);
  const adoptions = new Float64Array(steps + 1);
  for (let agent = 0; agent < adopted.length; agent++) {
    const step = adopted[agent]!;
    if (step > steps) continue;
    adoptions[step] = adoptions[step]! + 1;
    changes[step] = changes[step]! + 1;
    const last = spreadUntil?.[agent] ?? steps + 1;
    if (last <= steps) changes[last] = changes[last]! - 1;
  }
  const marketSize = sumOf(columnOf('potential').values);
  const shareOfMarket = new Float64Array(steps);
  let spreaders = 0;
  for (let step = 0; step < steps; step++) {
    spreaders += changes[step]!;
    shareOfMarket[step] = marketSize > 0 ? spreaders / marketSize : 0;
  }
  let sum = 0;
  const adoptedShares = adoptions.map((count) => (sum += count) / adopted.length);
  return { shareOfMarket, adoptedBefore: (period) => adoptedShares[(period - 1) * process.steps_per_period]! };
}
