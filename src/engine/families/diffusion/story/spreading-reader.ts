import { type Column } from '../../../columns/column.js';
import { columnFinder } from '../../../transcript/agent-record.js';
import { type DiffusionBy, type MarketProcess } from '../schema.js';
import { sumOf } from '../../../math/sum.js';

/** How far a run had come. */
export interface Spreading {
  /** Of the market, the share that passes it on in each step: `[step - 1]`. */
  readonly ofMarket: Float64Array;
  /** Of everybody, the share that had adopted before a period. */
  readonly adoptedBefore: (period: number) => number;
}

/** Reads from the columns of a whole run how it went, step by step. */
export function spreadingReader(
  columns: readonly Column[],
  { periods, process }: DiffusionBy<MarketProcess>,
): Spreading {
  const named = columnFinder(columns);
  const adopted = named('adopted_step').values;
  const until = columns.find(({ name }) => name === 'spread_until_step')?.values;
  const steps = periods.count * process.steps_per_period;
  const changes = new Float64Array(steps + 2);
  const adoptions = new Float64Array(steps + 1);
  for (let agent = 0; agent < adopted.length; agent++) {
    const step = adopted[agent]!;
    if (step > steps) continue;
    adoptions[step] = adoptions[step]! + 1;
    changes[step] = changes[step]! + 1;
    const last = until?.[agent] ?? steps + 1;
    if (last <= steps) changes[last] = changes[last]! - 1;
  }
  const market = sumOf(named('potential').values);
  const ofMarket = new Float64Array(steps);
  let now = 0;
  for (let step = 0; step < steps; step++) {
    now += changes[step]!;
    ofMarket[step] = market > 0 ? now / market : 0;
  }
  let sum = 0;
  const reached = adoptions.map((count) => (sum += count) / adopted.length);
  return { ofMarket, adoptedBefore: (period) => reached[(period - 1) * process.steps_per_period]! };
}
