import { type Column, columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isBaselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { ErrorBudget } from '../summary/error-budget.js';
import { hasExpectedShares, readFigures } from '../summary/figures.js';
import { momentsByGroups, smallGroupSize } from '../summary/moments.js';
import { agentGroupsIn } from '../summary/agent-groups.js';
import { comparedWithBaseline } from '../summary/model-errors.js';
import { countByGroup, outcomePairs, flowsOf, statisticsOf } from '../summary/statistics.js';
import { type Group, type Segmentation, segmentations } from '../summary/segment-groups.js';
import { summarizePart } from '../summary/summarize-part.js';
import type { Flow, PartFigures, UncertaintySummary, Summary } from '../summary/summary.js';
import { type AgentGroups, agentGroupsOf } from './simulate-chunk.js';
import { compile } from './compile.js';
import { maxCurveAgents, passOverFigures } from './estimation-error.js';
import { summarize } from '../summary/summarize.js';

/** Figures of a part of the agents. Intervals are null if agents interact. */
export interface PartSummary extends PartFigures {
  agent_count: number;
  /** Whether the part has fewer than {@link smallGroupSize} agents. */
  is_small: boolean;
}

export interface GroupedSummary extends PartSummary {
  /** The group of these agents, by attribute id. */
  group: Record<string, Group>;
}

export interface PartsSummary {
  total: PartSummary & { flows: Flow[] };
  groups: GroupedSummary[];
  uncertainty: UncertaintySummary;
}

/** A completed simulation. */
export interface SimulatedAgents {
  readonly definition: WorkflowDefinition;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly columns: readonly Column[];
}

/**
 * Summarizes the agents at `rows`, in total and for each combination of the groups of `segmentations`. Omits combinations without agents.
 * Errors are those of a segment, unless the rows are all agents.
 */
export function summarizeParts(
  { definition, scenario, seed, columns }: SimulatedAgents,
  rows: Int32Array,
  segmentations: readonly Segmentation[],
): PartsSummary {
  const { decision } = definition;
  const { interacting, ...family } = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const figures = readFigures(definition, columns);
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, 'baseline_outcome')];
  const pairs = outcomePairs(outcome, baseline, outcomes.length);
  const agents = outcome.values.length;
  const selected = new Int32Array(agents).fill(-1);
  for (const row of rows) selected[row] = 0;
  const cells = cellsOf(rows, segmentations, agents);
  const groupings: AgentGroups[] = [
    { groupOf: selected, groups: 1, isModelGroup: false },
    {
      groupOf: cells.groupOf,
      groups: cells.codes.length,
      isModelGroup: segmentations.some(({ isModelGroup }) => isModelGroup),
    },
  ];
  const errors = interacting
    ? undefined
    : passOverFigures(compile(definition, scenario, seed), columns, Math.min(agents, maxCurveAgents), groupings)
        .uncertainty;
  const compared = comparedWithBaseline(definition, scenario);
  const budget = new ErrorBudget(definition, { parameterDraws: 0, replicates: null, compared });
  const isBaseline = isBaselineScenario(definition, scenario);
  const [total, parts] = groupings.map(({ groupOf, groups }, k) => {
    const counts = countByGroup(pairs, groupOf, groups);
    const [moments] = momentsByGroups(figures, [{ groupOf, groups }]);
    return counts.map((own, group) => {
      const members = own.reduce((sum, count) => sum + count, 0);
      const small = { agent_count: members, is_small: members < smallGroupSize };
      if (members === 0) return { ...small, outcomes: [], outcome_groups: [], measures: [], counts: own };
      const part = summarizePart(figures, moments![group]!, own, {
        budget,
        isBaseline,
        agents: members,
        isWhole: k === 0 && members === agents,
        groups: k === 0 ? [] : agentGroupsIn(cells.groups[group]!),
        fraction: members / agents,
        estimation: errors?.segments?.[k]?.[group],
        targets: errors?.targets?.groups[k]?.[group],
        parameterEffects: errors?.parameterEffects?.groups?.[k]?.[group],
        omitted: errors?.omitted?.groups[k]?.[group],
        repeatedRuns: interacting ? 'unknown' : undefined,
      });
      return { ...small, ...part, counts: own };
    });
  }) as [CountedPart[], CountedPart[]];
  const { counts, ...whole } = total[0]!;
  return {
    total: { ...whole, flows: flowsOf(outcomes, counts) },
    groups:
      segmentations.length === 0
        ? []
        : parts.map(({ counts: _, ...part }, k) => ({ group: cells.groups[k]!, ...part })),
    uncertainty: {
      level: 0.95,
      method: interacting ? 'draws' : 'delta',
      parameter_draws: 0,
      replicates: null,
      shares: hasExpectedShares(definition) ? 'expected' : 'counted',
    },
  };
}

type CountedPart = PartSummary & { counts: Uint32Array };

/** Combinations of groups with agents, in the order of the groups, and the combination of each agent (-1 for agents not in `rows`). */
function cellsOf(rows: Int32Array, segmentations: readonly Segmentation[], agents: number) {
  const codeOf = (row: number) =>
    segmentations.reduce((code, { groups, groupOf }) => code * groups.length + groupOf[row]!, 0);
  const firstRows = new Map<number, number>();
  for (const row of rows) {
    const code = codeOf(row);
    if (!firstRows.has(code)) firstRows.set(code, row);
  }
  const codes = [...firstRows.keys()].sort((a, b) => a - b);
  const positions = new Map(codes.map((code, position) => [code, position]));
  const groupOf = new Int32Array(agents).fill(-1);
  for (const row of rows) groupOf[row] = positions.get(codeOf(row))!;
  const groups = codes.map((code) =>
    Object.fromEntries(
      segmentations.map(({ id, groups: own, groupOf: membership }) => {
        const { id: group, label } = own[membership[firstRows.get(code)!]!]!;
        return [id, { id: group, label }];
      }),
    ),
  );
  return { codes, groupOf, groups };
}

/**
 * Summarizes some agents of a simulation like a whole simulation, with their segments and without curves. The errors are those of a group
 * of the agents, also the population error. Intervals are null if agents interact, because each depends on agents outside the selection.
 *
 * @param rows indices of the agents, ascending and at least one
 * @param baseline scenario of the baseline columns; default: the calibrated baseline
 */
export function summarizeSelection(
  { definition, scenario, seed, columns }: SimulatedAgents,
  rows: Int32Array,
  baseline?: Scenario,
): Summary {
  const agents = columnNamed(columns, 'outcome').values.length;
  const { interacting } = familyOf(definition.decision);
  const whole: AgentGroups = { groupOf: onlyAt(rows, new Uint8Array(agents)), groups: 1, isModelGroup: false };
  const segments = agentGroupsOf(segmentations(definition, columns)).map((group) => ({
    ...group,
    groupOf: onlyAt(rows, group.groupOf),
  }));
  const errors = interacting
    ? undefined
    : passOverFigures(compile(definition, scenario, seed, baseline), columns, Math.min(agents, maxCurveAgents), [
        whole,
        ...segments,
      ]).uncertainty;
  const { segments: groups, targets, parameterEffects, omitted } = errors ?? {};
  const ofTargets = targets?.groups[0]?.[0] && { whole: targets.groups[0][0], groups: targets.groups.slice(1) };
  return summarize(
    definition,
    statisticsOf(definition, { columns: selectRows(columns, rows), events: [] }),
    {
      method: interacting ? 'draws' : 'delta',
      parameterDraws: 0,
      replicates: null,
      estimation: groups?.[0]?.[0],
      simulation: undefined,
      segments: groups?.slice(1),
      curves: undefined,
      targets: ofTargets,
      parameterEffects: parameterEffects?.groups && {
        whole: parameterEffects.groups[0]![0]!,
        groups: parameterEffects.groups.slice(1),
      },
      omitted: omitted?.groups[0]?.[0] && { whole: omitted.groups[0][0], groups: omitted.groups.slice(1) },
    },
    baseline ? { scenario, baseline, hasOtherAlternatives: false } : comparedWithBaseline(definition, scenario),
    agents,
  );
}

/** Returns the columns of the agents at `rows`. */
export function selectRows(columns: readonly Column[], rows: Int32Array): Column[] {
  return columns.map((column) => {
    const { values } = column;
    const selected = values.slice(0, rows.length);
    rows.forEach((row, position) => {
      selected[position] = values[row]!;
    });
    return { ...column, values: selected } as Column;
  });
}

function onlyAt(rows: Int32Array, groupOf: ArrayLike<number>): Int32Array {
  const selected = new Int32Array(groupOf.length).fill(-1);
  for (const row of rows) selected[row] = groupOf[row]!;
  return selected;
}
