import { columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { EngineError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { addArrays, sumOf } from '../math/linear-algebra.js';
import type { CurveCount, DecisionOutput } from '../equations/decision-family.js';
import { addDistributions, distributionOf, type Distribution } from './distribution.js';
import { figureLayouts, readFigures } from './figures.js';
import { addMomentSums, type GroupCodes, momentSumsByGroups } from './moments.js';
import { countByGroup, type OutcomeCounts, outcomePairs } from './outcome-shares.js';
import { segmentations, type Segmentation } from './segment-groups.js';

/** Values of a figure or outcome under both scenarios. */
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
