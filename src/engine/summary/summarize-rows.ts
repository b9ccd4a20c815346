import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isBaselineScenario } from '../definition/is-baseline.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { Outcome } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { withZeroDifferences } from './baseline-summary.js';
import { smallGroupSize } from './small-group-size.js';
import { type Measured, measureMean, readMeasure } from './measure-means.js';
import { columnNamed, type OutcomeCounts } from './outcome-counts.js';
import { flowsOf, outcomeShares } from './outcome-shares.js';
import type { Group, Segmentation } from './segment-groups.js';
import type { Flow, MeasureMean, OutcomeShare } from './summary.js';
import { withoutIntervals } from './without-intervals.js';

/** Outcomes of a part of the agents. Intervals include only sampling error. They are null if agents interact. */
export interface PartSummary {
  agent_count: number;
  /** Whether the part has fewer than {@link smallGroupSize} agents. */
  is_small: boolean;
  /** Empty, like the measures, if the part has no agents. */
  outcomes: OutcomeShare[];
  measures: MeasureMean[];
}

export interface GroupedSummary extends PartSummary {
  /** The group of these agents, by attribute id. */
  group: Record<string, Group>;
}

export interface PartsSummary {
  total: PartSummary & { flows: Flow[] };
  groups: GroupedSummary[];
}

/** Outcomes and measures of all agents, one value per row, as input of {@link summarizeParts}. */
export interface AgentOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly outcome: ArrayLike<number>;
  readonly baseline: ArrayLike<number>;
  readonly measured: readonly Measured[];
  /** Whether the scenario is the baseline. If so, all differences are exactly 0. */
  readonly isBaseline: boolean;
  /** Whether agents interact. If so, all intervals are null. */
  readonly interacting: boolean;
}

/** Reads the outcomes and measures from the columns of a simulation. Throws EngineError `invalid_argument` if a column is missing. */
export function readAgentOutcomes(
  definition: WorkflowDefinition,
  scenario: Scenario,
  columns: readonly Column[],
): AgentOutcomes {
  const { decision } = definition;
  const family = familyOf(decision);
  const measures = family.measures(decision, definition.scenario.parameters);
  return {
    outcomes: family.outcomes(decision),
    outcome: columnNamed(columns, 'outcome').values,
    baseline: columnNamed(columns, 'baseline_outcome').values,
    measured: measures.map((measure) => readMeasure(measure, columns)),
    isBaseline: isBaselineScenario(definition, scenario),
    interacting: family.interacting,
  };
}

/**
 * Summarizes the agents at `rows`, in total and for each combination of the groups of `segmentations`. Omits combinations without agents.
 * The run time depends on the number of rows, not on the number of groups.
 */
export function summarizeParts(
  agentOutcomes: AgentOutcomes,
  rows: Int32Array,
  segmentations: readonly Segmentation[],
): PartsSummary {
  const total = {
    ...summarizeRows(agentOutcomes, rows),
    flows: flowsOf(agentOutcomes.outcomes, countRows(agentOutcomes, rows)),
  };
  if (segmentations.length === 0) return { total, groups: [] };
  const cells = new Map<number, number[]>();
  for (const row of rows) {
    const cell = segmentations.reduce((code, { groups, groupOf }) => code * groups.length + groupOf[row]!, 0);
    const members = cells.get(cell);
    if (members) members.push(row);
    else cells.set(cell, [row]);
  }
  const orderedCells = [...cells].sort(([a], [b]) => a - b);
  return {
    total,
    groups: orderedCells.map(([, members]) => ({
      group: Object.fromEntries(
        segmentations.map(({ id, groups, groupOf }) => {
          const { id: group, label } = groups[groupOf[members[0]!]!]!;
          return [id, { id: group, label }];
        }),
      ),
      ...summarizeRows(agentOutcomes, members),
    })),
  };
}

function summarizeRows(agentOutcomes: AgentOutcomes, rows: ArrayLike<number>): PartSummary {
  const { outcomes, measured, isBaseline, interacting } = agentOutcomes;
  const count = { agent_count: rows.length, is_small: rows.length < smallGroupSize };
  if (rows.length === 0) return { ...count, outcomes: [], measures: [] };
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
  const estimates = {
    outcomes: outcomeShares(outcomes, countRows(agentOutcomes, rows)),
    measures: measured.map(({ measure, values, baseline }) =>
      measureMean({ measure, values: pick(values), baseline: pick(baseline) }),
    ),
  };
  const part = interacting ? withoutIntervals(estimates) : estimates;
  return { ...count, ...(isBaseline ? withZeroDifferences(part) : part) };
}

function countRows({ outcomes, outcome, baseline }: AgentOutcomes, rows: ArrayLike<number>): OutcomeCounts {
  const counts = new Uint32Array(outcomes.length ** 2);
  for (let k = 0; k < rows.length; k++) {
    const cell = baseline[rows[k]!]! * outcomes.length + outcome[rows[k]!]!;
    counts[cell] = counts[cell]! + 1;
  }
  return counts;
}
