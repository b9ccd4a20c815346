import { type Column } from '../columns/column.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { isBaselineScenario } from '../definition/is-baseline.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type Outcome } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { withZeroDifferences } from './baseline-summary.js';
import { smallGroupSize } from './small-group-size.js';
import { type Measured, measureMean, readMeasure } from './measure-means.js';
import { columnNamed, type OutcomeCounts } from './outcome-counts.js';
import { flowsOf, outcomeShares } from './outcome-shares.js';
import { type Group, type Segmentation } from './segment-groups.js';
import { type Flow, type MeasureMean, type OutcomeShare } from './summary.js';
import { withoutIntervals } from './without-intervals.js';

/** What some of the agents did. The intervals hold the error of sampling alone; of agents who meet they are null. */
export interface PartSummary {
  agent_count: number;
  /** Fewer than {@link smallGroupSize}. */
  is_small: boolean;
  /** None of no agents, like the measures. */
  outcomes: OutcomeShare[];
  measures: MeasureMean[];
}

export interface GroupedSummary extends PartSummary {
  /** By attribute, the group of it that all these agents are in. */
  group: Record<string, Group>;
}

export interface PartsSummary {
  total: PartSummary & { flows: Flow[] };
  groups: GroupedSummary[];
}

/** What agents ended with, ready to be counted in any parts. */
export interface Endings {
  readonly outcomes: readonly Outcome[];
  readonly outcome: ArrayLike<number>;
  readonly baseline: ArrayLike<number>;
  readonly measured: readonly Measured[];
  /** The scenario is what it is compared with: there is no difference, and that is no estimate. */
  readonly isSame: boolean;
  /** They meet each other: then there are no intervals. */
  readonly meet: boolean;
}

export function readEndings(definition: WorkflowDefinition, scenario: Scenario, columns: readonly Column[]): Endings {
  const { decision } = definition;
  const family = familyOf(decision);
  const measures = family.measures(decision, definition.scenario.parameters);
  return {
    outcomes: family.outcomes(decision),
    outcome: columnNamed(columns, 'outcome').values,
    baseline: columnNamed(columns, 'baseline_outcome').values,
    measured: measures.map((measure) => readMeasure(measure, columns)),
    isSame: isBaselineScenario(definition, scenario),
    meet: family.interacting,
  };
}

/**
 * The agents at `rows`, together and by each combination of the groups; combinations without agents are left out.
 * Its cost is that of the rows, whatever the number of groups.
 */
export function summarizeParts(endings: Endings, rows: Int32Array, by: readonly Segmentation[]): PartsSummary {
  const total = { ...summarizeRows(endings, rows), flows: flowsOf(endings.outcomes, countRows(endings, rows)) };
  if (by.length === 0) return { total, groups: [] };
  const cells = new Map<number, number[]>();
  for (const row of rows) {
    const cell = by.reduce((code, { groups, groupOf }) => code * groups.length + groupOf[row]!, 0);
    const members = cells.get(cell);
    if (members) members.push(row);
    else cells.set(cell, [row]);
  }
  const inOrder = [...cells].sort(([a], [b]) => a - b);
  return {
    total,
    groups: inOrder.map(([, members]) => ({
      group: Object.fromEntries(
        by.map(({ id, groups, groupOf }) => {
          const { id: group, label } = groups[groupOf[members[0]!]!]!;
          return [id, { id: group, label }];
        }),
      ),
      ...summarizeRows(endings, members),
    })),
  };
}

function summarizeRows(endings: Endings, rows: ArrayLike<number>): PartSummary {
  const { outcomes, measured, isSame, meet } = endings;
  const count = { agent_count: rows.length, is_small: rows.length < smallGroupSize };
  if (rows.length === 0) return { ...count, outcomes: [], measures: [] };
  const pick = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]!);
  const counted = {
    outcomes: outcomeShares(outcomes, countRows(endings, rows)),
    measures: measured.map(({ measure, values, baseline }) =>
      measureMean({ measure, values: pick(values), baseline: pick(baseline) }),
    ),
  };
  const part = meet ? withoutIntervals(counted) : counted;
  return { ...count, ...(isSame ? withZeroDifferences(part) : part) };
}

function countRows({ outcomes, outcome, baseline }: Endings, rows: ArrayLike<number>): OutcomeCounts {
  const counts = new Uint32Array(outcomes.length ** 2);
  for (let k = 0; k < rows.length; k++) {
    const at = baseline[rows[k]!]! * outcomes.length + outcome[rows[k]!]!;
    counts[at] = counts[at]! + 1;
  }
  return counts;
}
