import { listed } from '../workflow/labels';
import { formatNumber } from '../format/numbers';
import type { components } from '../api/types';
import {
  type IntervalKind,
  addedEstimates,
  linearEstimate,
  negative,
  widthOf,
  type Estimate,
  type Figure,
  type GroupFigure,
} from './linear-estimate';

/** Value of one agent with an outcome: `constant`, plus `factor` times the value of the parameter of the measure. */
export interface OutcomeValue {
  constant: number;
  factor: number;
}

/** A quantity that the user defines, such as revenue: each agent contributes the value of its outcome. */
export interface Measure {
  id: string;
  name: string;
  /** Such as CHF; may be empty. */
  unit: string;
  /** Name of the numeric parameter that factors multiply; null if all values are constant. */
  parameter: string | null;
  /** By id of the outcome. Outcomes that are missing count 0. */
  values: Record<string, OutcomeValue>;
}

export type Scenario = Record<string, number | string>;

export interface Labeled {
  id: string;
  label: string;
}

/** Measures are stated per this number of agents. */
const agentsPerMeasure = 1000;

/** The value of one agent by outcome, in a scenario. */
function agentValues(measure: Measure, scenario: Scenario): Map<string, number> {
  const setting = measure.parameter === null ? 0 : scenario[measure.parameter];
  const multiplier = typeof setting === 'number' ? setting : 0;
  return new Map(
    Object.entries(measure.values).map(([id, { constant, factor }]) => [id, constant + factor * multiplier]),
  );
}

/** The meaning of a measure in words: "Revenue per 1,000 agents: 80 CHF for each agent with the outcome “Train”. All other outcomes count 0." */
export function measureSentence(
  measure: Measure,
  outcomes: readonly Labeled[],
  parameterTitle: string | undefined,
): string {
  const amounts = new Map<string, string[]>();
  for (const { id, label } of outcomes) {
    const text = amountText(measure, measure.values[id], parameterTitle);
    if (text !== undefined) amounts.set(text, [...(amounts.get(text) ?? []), `“${label}”`]);
  }
  const start = `${measure.name} per ${formatNumber(agentsPerMeasure)} agents:`;
  if (amounts.size === 0) return `${start} every outcome counts 0.`;
  const parts = [...amounts].map(
    ([amount, labels]) => `${amount} for each agent with the outcome ${alternatives(labels)}`,
  );
  const counted = [...amounts.values()].flat().length;
  const rest = outcomes.length - counted;
  return `${start} ${parts.join(', ')}.${rest > 0 ? ` ${rest === 1 ? 'The other outcome counts' : 'All other outcomes count'} 0.` : ''}`;
}

/** "80 CHF", "60 × train fares CHF" or "5 CHF + 60 CHF × train fares"; undefined for 0. */
function amountText(
  measure: Measure,
  value: OutcomeValue | undefined,
  parameterTitle = 'parameter',
): string | undefined {
  if (!value) return undefined;
  const factor = measure.parameter === null ? 0 : value.factor;
  const unit = measure.unit && ` ${measure.unit}`;
  const product = `${formatNumber(factor)}${unit} × “${parameterTitle}”`;
  if (factor === 0) return value.constant === 0 ? undefined : `${formatNumber(value.constant)}${unit}`;
  return value.constant === 0 ? product : `${formatNumber(value.constant)}${unit} + ${product}`;
}

function alternatives(labels: readonly string[]): string {
  if (labels.length <= 1) return labels.join('');
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
}

/** Parts of the error of a figure, as standard errors. Null: unknown, and not in the interval. */
export type ErrorParts = components['schemas']['Errors'];

const partNames: Record<keyof ErrorParts, string> = {
  simulation: 'the simulation error (a finite number of agents)',
  estimation: 'the estimation error (a finite data set)',
  population: 'the error of the synthetic population',
  model: 'the error of the model on held-out data',
  targets: 'the error of the calibration targets',
};

const kindNotes: Record<IntervalKind, string> = {
  exact: 'The 95% interval follows directly from the interval of one share, which the service states.',
  conservative:
    'The interval is a conservative bound, not a 95% interval: the service does not state how the errors of several shares are correlated. The 95% interval is at most this wide.',
  none: 'There is no interval, because the service states none for a share that the measure needs.',
};

/** States which errors an interval contains, and which it does not. */
export function intervalNote(kinds: readonly IntervalKind[], errors: readonly ErrorParts[]): string {
  const shown = (['none', 'conservative', 'exact'] as const).filter((kind) => kinds.includes(kind));
  const notes = shown.map((kind) => kindNotes[kind]);
  if (shown.every((kind) => kind === 'none')) return notes.join(' ');
  const named = Object.keys(partNames) as (keyof ErrorParts)[];
  const parts = named.filter((part) => errors.some((each) => each[part] !== undefined));
  const known = parts.filter((part) => errors.every((each) => each[part] !== null));
  const unknown = parts.filter((part) => !known.includes(part));
  const contains = known.length > 0 ? [`It contains ${listed(known.map((part) => partNames[part]))}.`] : [];
  const missing = [...unknown.map((part) => partNames[part]), 'errors in your own values'];
  return [...notes, ...contains, `It does not contain ${listed(missing)}.`].join(' ');
}

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
export function highestOf<One extends Pick<Estimate, 'value' | 'interval'>>(
  estimates: readonly One[],
): Highest | undefined {
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
