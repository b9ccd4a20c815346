import {
  addedEstimates,
  linearEstimate,
  negative,
  widthOf,
  type Estimate,
  type Figure,
  type GroupFigure,
} from './linear-estimate';
import { agentsPerMeasure, agentValues, type Measure, type Scenario } from './measure';

/** The shares of a simulation, or their differences from another simulation. */
export interface Figures {
  outcomes: readonly Figure[];
  groups: readonly GroupFigure[];
}

/** The value of a measure in one simulation, per 1,000 agents. */
export function measureEstimate(measure: Measure, scenario: Scenario, shares: Figures): Estimate {
  return linearEstimate(weightsOf(measure, scenario), shares.outcomes, shares.groups);
}

/** Two simulations with the same agents, and the differences of their shares (second minus first). */
export interface Pair {
  first: { scenario: Scenario; shares: Figures };
  second: { scenario: Scenario; shares: Figures };
  differences: Figures;
}

/**
 * The measure in the second simulation minus the measure in the first one, per 1,000 agents.
 * With equal values in both, it is linear in the paired differences. Otherwise, the values change as well, and the API does not state
 * how the errors of differences and shares are correlated: the narrower of two conservative limits is used.
 */
export function measureDifference(measure: Measure, { first, second, differences }: Pair): Estimate {
  const before = weightsOf(measure, first.scenario);
  const after = weightsOf(measure, second.scenario);
  const changes = new Map([...after].map(([id, weight]) => [id, weight - (before.get(id) ?? 0)]));
  const paired = linearEstimate(after, differences.outcomes, differences.groups);
  if ([...changes.values()].every((change) => change === 0)) return paired;
  const byDifferences = addedEstimates(paired, linearEstimate(changes, first.shares.outcomes, first.shares.groups));
  const separate = addedEstimates(
    measureEstimate(measure, second.scenario, second.shares),
    negative(measureEstimate(measure, first.scenario, first.shares)),
  );
  if (!byDifferences.interval) return separate;
  if (!separate.interval) return byDifferences;
  return widthOf(byDifferences.interval) <= widthOf(separate.interval) ? byDifferences : separate;
}

export interface Highest {
  /** Position of the highest value. */
  index: number;
  /** Positions of the other values with intervals that overlap with its interval. Null without intervals. */
  overlapping: number[] | null;
}

/** The highest of several estimates; undefined for an empty list. */
export function highestOf(estimates: readonly Estimate[]): Highest | undefined {
  const best = estimates.reduce<number | undefined>(
    (index, { value }, current) =>
      index === undefined || value > (estimates[index]?.value ?? value) ? current : index,
    undefined,
  );
  if (best === undefined) return undefined;
  const low = estimates[best]?.interval?.[0];
  if (low === undefined || estimates.some(({ interval }) => !interval)) return { index: best, overlapping: null };
  const overlapping = estimates.flatMap(({ interval }, index) =>
    index !== best && interval && interval[1] >= low ? [index] : [],
  );
  return { index: best, overlapping };
}

function weightsOf(measure: Measure, scenario: Scenario): Map<string, number> {
  return new Map([...agentValues(measure, scenario)].map(([id, value]) => [id, value * agentsPerMeasure]));
}
