import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { DecisionOutput, Outcome } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { type Measured, selectGroup, measureMean, readMeasure } from './measure-means.js';
import { columnNamed, countByGroup, type OutcomeCounts } from './outcome-counts.js';
import { flowsOf, outcomeShares } from './outcome-shares.js';
import { segmentations, type Segmentation } from './segment-groups.js';
import type { SegmentSummary, Summary } from './summary.js';
import { withoutIntervals } from './without-intervals.js';
import { curveSummaries, measureSummaries, outcomeSummaries } from './with-uncertainty.js';
import type { Uncertainty } from './uncertainty.js';
import { sumOf } from '../math/sum.js';

/**
 * Returns the shares, means, differences from the baseline, segments and flows of a completed simulation. Sums run in the order of agent
 * indexes, so the numbers do not depend on the chunks of the simulation.
 *
 * @param output columns and events of all agents
 */
export function summarize(
  definition: WorkflowDefinition,
  output: Readonly<DecisionOutput>,
  uncertainty: Uncertainty,
): Summary {
  const { decision } = definition;
  const { columns } = output;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const measures = family.measures(decision, definition.scenario.parameters);
  const measured = measures.map((measure) => readMeasure(measure, columns));
  const agentCount = columnNamed(columns, 'outcome').values.length;
  const [counts] = countOutcomes(columns, outcomes, new Uint8Array(agentCount), 1);
  return {
    agent_count: agentCount,
    outcomes: outcomeSummaries(outcomes, counts!, columns, uncertainty),
    measures: measureSummaries(measured, outcomes.length, uncertainty),
    curves: curveSummaries(
      family.curves(decision),
      family.countCurves(decision, output),
      agentCount,
      outcomes.length + measured.length,
      uncertainty,
    ),
    segments: segmentations(definition, columns)
      .map((segmentation) => segmentBy(segmentation, columns, outcomes, measured))
      .map((segment) => (family.interacting ? { ...segment, groups: segment.groups.map(withoutIntervals) } : segment)),
    flows: flowsOf(outcomes, counts!),
    uncertainty: { parameter_draws: uncertainty.parameterDraws },
  };
}

function countOutcomes(
  columns: readonly Column[],
  outcomes: readonly Outcome[],
  groupOf: ArrayLike<number>,
  groups: number,
): OutcomeCounts[] {
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, 'baseline_outcome')];
  return countByGroup(outcome, baseline, outcomes.length, groupOf, groups);
}

function segmentBy(
  { id, label, unit, groups, groupOf }: Segmentation,
  columns: readonly Column[],
  outcomes: readonly Outcome[],
  measured: readonly Measured[],
): SegmentSummary {
  const counts = countOutcomes(columns, outcomes, groupOf, groups.length);
  const nonEmptyGroups = groups.flatMap((definedGroup, group) => {
    const agents = sumOf(counts[group]!);
    if (agents === 0) return [];
    const measures = measured.map((measure) => measureMean(selectGroup(measure, groupOf, group)));
    return [
      {
        id: definedGroup.id,
        label: definedGroup.label,
        agent_count: agents,
        outcomes: outcomeShares(outcomes, counts[group]!),
        measures,
      },
    ];
  });
  return { attribute: id, label, ...(unit === undefined ? {} : { unit }), groups: nonEmptyGroups };
}
