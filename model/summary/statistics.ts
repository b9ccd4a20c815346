import { columnNamed, type Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { EngineError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { addArrays, sumOf } from '../math/linear-algebra.js';
import type { CurveCount, DecisionOutput, Outcome } from '../equations/decision-family.js';
import { figureLayouts, readFigures } from './figures.js';
import { addMomentSums, type GroupCodes, momentSumsByGroups } from './moments.js';
import { segmentations, type Segmentation } from './segment-groups.js';
import type { Flow } from './summary.js';

interface BothSides<Value> {
  readonly scenario: Value;
  readonly baseline: Value;
}

/**
 * What a summary needs to know of the agents of a simulation or of a part of it. The statistics of parts add up, see
 * {@link addStatistics}. Lists by grouping have all agents first, then the segmentations in the order of `segmentLayouts`.
 */
export interface Statistics {
  readonly agents: number;
  /** Agent counts by grouping and group. */
  readonly counts: readonly (readonly OutcomeCounts[])[];
  /** Sums of the figures by grouping, see `momentSumsByGroups`. */
  readonly moments: readonly Float64Array[];
  /** Sums of the probabilities of the outcomes. */
  readonly expected: BothSides<Float64Array>;
  /** Realized values of the measures. */
  readonly measures: readonly BothSides<Distribution>[];
  /** Agents by curve and step, if agents interact. */
  readonly curves: readonly (readonly CurveCount[])[];
}

/**
 * Sums run in the order of agent indexes, so that the numbers do not depend on the chunks of a simulation.
 *
 * @param output columns and events of the agents, at least one
 * @param segments segmentations of the agents, if they are known
 */
export function statisticsOf(
  definition: WorkflowDefinition,
  output: Readonly<DecisionOutput>,
  segments: readonly Segmentation[] = segmentations(definition, output.columns),
): Statistics {
  const { decision } = definition;
  const { columns } = output;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const figures = readFigures(definition, columns);
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, 'baseline_outcome')];
  const agents = outcome.values.length;
  const pairs = outcomePairs(outcome, baseline, outcomes.length);
  const groupings: GroupCodes[] = [
    { groupOf: new Uint8Array(agents), groups: 1 },
    ...segments.map(({ groupOf, groups }) => ({ groupOf, groups: groups.length })),
  ];
  const sums = (prefix: string) =>
    Float64Array.from(outcomes, ({ id }) => sumOf(columnNamed(columns, `${prefix}probability.${id}`).values));
  return {
    agents,
    counts: groupings.map(({ groupOf, groups }) => countByGroup(pairs, groupOf, groups)),
    moments: momentSumsByGroups(figures, groupings),
    expected: { scenario: sums(''), baseline: sums('baseline_') },
    measures: figures.flatMap(({ realized }) =>
      realized ? [{ scenario: distributionOf(realized.scenario), baseline: distributionOf(realized.baseline) }] : [],
    ),
    curves: family.countCurves(decision, output),
  };
}

/**
 * Returns the statistics of all agents of some parts of a simulation. Sums run in the order of the parts.
 *
 * @param parts statistics of the same definition and scenario; without interacting agents, whose curves do not add up
 * @throws EngineError `invalid_argument` if parts have other groupings
 */
export function addStatistics(definition: WorkflowDefinition, parts: readonly Statistics[]): Statistics {
  const figures = figureLayouts(definition).length;
  const [first, ...others] = parts;
  if (!first || others.some(({ moments }) => moments.length !== first.moments.length))
    throw new EngineError('invalid_argument', 'The parts belong to other definitions.', { parts: parts.length });
  const sides = <Value>(read: (part: Statistics) => BothSides<Value>, add: (values: Value[]) => Value) => ({
    scenario: add(parts.map((part) => read(part).scenario)),
    baseline: add(parts.map((part) => read(part).baseline)),
  });
  return {
    agents: parts.reduce((sum, { agents }) => sum + agents, 0),
    counts: first.counts.map((groups, k) =>
      groups.map((_, group) => addArrays(parts.map(({ counts }) => counts[k]![group]!))),
    ),
    moments: first.moments.map((_, k) =>
      addMomentSums(
        parts.map(({ moments }) => moments[k]!),
        figures,
      ),
    ),
    expected: sides(({ expected }) => expected, addArrays),
    measures: first.measures.map((_, k) => sides(({ measures }) => measures[k]!, addDistributions)),
    curves: [],
  };
}

/** Values of agents in ascending order, with the number of agents of each. */
export interface Distribution {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

/** The exact distribution of the values of agents. */
export function distributionOf(values: ArrayLike<number>): Distribution {
  const sorted = Float64Array.from(values).sort();
  return { values: sorted, counts: new Float64Array(sorted.length).fill(1) };
}

/** Returns the quantile at a probability, by linear interpolation between the two nearest values. */
export function quantileOf({ values, counts }: Distribution, probability: number): number {
  const agents = counts.reduce((sum, count) => sum + count, 0);
  const position = probability * (agents - 1);
  const below = Math.floor(position);
  let [k, passed] = [0, counts[0]!];
  const valueAt = (rank: number) => {
    while (passed <= rank && k + 1 < counts.length) passed += counts[++k]!;
    return values[k]!;
  };
  const low = valueAt(below);
  return low + (position - below) * (valueAt(below + 1) - low);
}

/** Bits of the fraction of a number that {@link addDistributions} distinguishes: numbers within 0.05% of each other count as one. */
const fractionBits = 11;

/**
 * Returns the distribution of all values of some distributions. Values that are nearly equal are replaced by their mean, so that a
 * distribution of any number of agents has a bounded size: whole numbers up to 4,096 stay exact, others change by at most 0.05%.
 */
export function addDistributions(parts: readonly Distribution[]): Distribution {
  const sums = new Map<number, { count: number; sum: number }>();
  for (const { values, counts } of parts) {
    for (let k = 0; k < values.length; k++) {
      const key = bucketOf(values[k]!);
      const bucket = sums.get(key);
      if (bucket) {
        bucket.count += counts[k]!;
        bucket.sum += values[k]! * counts[k]!;
      } else {
        sums.set(key, { count: counts[k]!, sum: values[k]! * counts[k]! });
      }
    }
  }
  const buckets = [...sums.values()].map(({ count, sum }) => ({ value: sum / count, count }));
  buckets.sort((a, b) => a.value - b.value);
  return {
    values: Float64Array.from(buckets, ({ value }) => value),
    counts: Float64Array.from(buckets, ({ count }) => count),
  };
}

const number = new DataView(new ArrayBuffer(8));

/** The sign, the exponent and the first bits of the fraction. */
function bucketOf(value: number): number {
  // -0 and 0 are one value.
  number.setFloat64(0, value === 0 ? 0 : value);
  return number.getUint32(0) >>> (20 - fractionBits);
}

/** Agent counts by baseline outcome b and outcome o, at `counts[b * outcomeCount + o]`. */
export type OutcomeCounts = Uint32Array;

/** Baseline outcome b and outcome o of each agent. */
export interface OutcomePairs {
  /** b * outcomeCount + o. */
  readonly pairOf: Uint32Array;
  readonly outcomeCount: number;
}

export function outcomePairs(outcome: Column, baseline: Column, outcomeCount: number): OutcomePairs {
  const pairOf = new Uint32Array(outcome.values.length);
  for (let row = 0; row < pairOf.length; row++)
    pairOf[row] = baseline.values[row]! * outcomeCount + outcome.values[row]!;
  return { pairOf, outcomeCount };
}

/** Counts all agents. */
export function countAll(pairs: OutcomePairs): OutcomeCounts {
  return countByGroup(pairs, new Uint8Array(pairs.pairOf.length), 1)[0]!;
}

/**
 * Counts the agents of each group by baseline outcome and outcome. `groupOf[row]` is the group of an agent; -1 for agents in no group.
 */
export function countByGroup(
  { pairOf, outcomeCount }: OutcomePairs,
  groupOf: ArrayLike<number>,
  groupCount: number,
): OutcomeCounts[] {
  const cellCount = outcomeCount * outcomeCount;
  const counts = new Uint32Array(groupCount * cellCount);
  for (let row = 0; row < pairOf.length; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    const cell = group * cellCount + pairOf[row]!;
    counts[cell] = counts[cell]! + 1;
  }
  return Array.from({ length: groupCount }, (_, group) => counts.subarray(group * cellCount, (group + 1) * cellCount));
}

/** Number of agents with one of these outcomes under the scenario. */
export function countOf(counts: OutcomeCounts, size: number, outcomes: readonly number[]): number {
  let count = 0;
  for (const outcome of outcomes) for (let other = 0; other < size; other++) count += counts[other * size + outcome]!;
  return count;
}

/** Returns the agents that moved between outcomes, largest flow first. Flows of equal size are in the order of the outcomes. */
export function flowsOf(outcomes: readonly Outcome[], counts: OutcomeCounts): Flow[] {
  const total = sumOf(counts);
  const flows: Flow[] = [];
  outcomes.forEach((from, row) => {
    outcomes.forEach((to, column) => {
      const count = counts[row * outcomes.length + column]!;
      if (row !== column && count > 0) flows.push({ from: from.id, to: to.id, count, share: count / total });
    });
  });
  return flows.sort((a, b) => b.count - a.count);
}
