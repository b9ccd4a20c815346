import { baselineScenario, type PopulationDefinition, type WorkflowDefinition } from '../../definition.js';
import type { ErrorParts } from '../../summary/summary.js';
import { simulate } from '../../simulation/simulate.js';

/** Recommended number of agents, and its reason in plain words. */
export type RecommendedAgents = Pick<
  PopulationDefinition,
  'recommended_agent_count' | 'recommended_agent_count_reason'
>;

/** Numbers of agents to choose from. The smallest one leaves enough agents in most segments. */
const roundCounts = [2_000, 3_000, 4_000, 5_000, 8_000, 10_000, 15_000, 20_000, 30_000, 50_000];
/** The simulation error is at most this part of the other errors, so that it hardly widens the interval (by 3%). */
const simulationPart = 0.25;
/** Greatest simulation error if the other errors are 0, relative to the range of a share. */
const leastError = 0.005;
const normalQuantile975 = 1.959964;
const seed = 1;

/**
 * The smallest round number of agents for which the simulation error of the headline at the baseline is at most a
 * quarter of its other errors. The reason states the interval that a simulation with this number of agents answers.
 *
 * @param definition definition with its estimates and its errors
 */
export function recommendedAgents(definition: WorkflowDefinition): RecommendedAgents {
  const pilot = headlineOf(definition, roundCounts[0]!);
  const { simulation, estimation, population, model } = pilot.errors;
  const others = Math.hypot(estimation ?? 0, population ?? 0, model ?? 0);
  const allowed = simulationPart * others || leastError * (pilot.unit === undefined ? 1 : Math.abs(pilot.value));
  const simulationWith = (count: number) => (simulation ?? 0) * Math.sqrt(roundCounts[0]! / count);
  const count = roundCounts.find((round) => simulationWith(round) <= allowed) ?? roundCounts.at(-1)!;
  return {
    recommended_agent_count: count,
    recommended_agent_count_reason: reasonOf(headlineOf(definition, count), count),
  };
}

interface Headline {
  readonly label: string;
  readonly value: number;
  /** Unit of a measure; undefined for a share. */
  readonly unit: string | undefined;
  readonly interval: readonly [number, number] | null;
  readonly errors: ErrorParts;
}

function headlineOf(definition: WorkflowDefinition, agentCount: number): Headline {
  const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed, agentCount });
  const id = definition.headline_outcome ?? summary.outcomes[0]!.id;
  const share = [...summary.outcomes, ...summary.outcome_groups].find((one) => one.id === id);
  if (share) return { ...share, value: share.share, unit: undefined };
  const measure = summary.measures.find((one) => one.id === id)!;
  return { ...measure, value: measure.mean };
}

function reasonOf({ label, unit, interval, errors }: Headline, count: number): string {
  const scale = unit === undefined ? 100 : 1;
  const show = (halfWidth: number) => displayed(scale * halfWidth);
  const subject = unit === undefined ? `the share of “${label}”` : `the mean of “${label}”`;
  const halfWidth = interval ? (interval[1] - interval[0]) / 2 : NaN;
  const parts = Object.entries(errors) as [keyof ErrorParts, number | null][];
  const known = parts.flatMap(([name, error]) =>
    error === null ? [] : [`${name} ±${show(normalQuantile975 * error)}`],
  );
  const unknown = parts.flatMap(([name, error]) => (error === null ? [name] : []));
  return [
    `With ${count.toLocaleString('en-US')} agents, the 95% interval of ${subject} at the baseline is ` +
      `±${show(halfWidth)} ${unit ?? 'percentage points'}.`,
    `Parts of this error: ${known.join(', ')}.`,
    ...(unknown.length > 0 ? [`Not included, because unknown: ${unknown.join(', ')}.`] : []),
    'More agents reduce only the simulation part.',
  ].join(' ');
}

/** One decimal, or two significant digits for numbers below 1. */
function displayed(value: number): string {
  if (value === 0) return '0';
  return value >= 1 ? value.toFixed(1) : String(Number(value.toPrecision(2)));
}
