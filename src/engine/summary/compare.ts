import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { DecisionOutput } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { baselineSummary } from './baseline-summary.js';
import { columnNamed, countByGroup } from './outcome-counts.js';
import { summarize } from './summarize.js';
import type { Summary } from './summary.js';
import { summaryWithoutIntervals } from './without-intervals.js';
import type { Uncertainty } from './uncertainty.js';

/** One of two simulations with the same definition and seed. */
export interface ComparedRun {
  readonly scenario: Scenario;
  readonly output: Readonly<DecisionOutput>;
}

export type Comparison =
  | {
      readonly ok: true;
      /**
       * Summary of the first simulation, with the second simulation as its baseline. Intervals include only sampling error.
       * They are null if agents interact.
       */
      readonly summary: Summary;
      /** Agent counts by outcome in the second simulation (rows) and in the first (columns), in the order of the outcomes. */
      readonly flowMatrix: number[][];
    }
  /**
   * `different_agents`: the simulations have different agents. `different_agent_count`: agents interact, so the outcome of each
   * agent depends on the number of agents.
   */
  | { readonly ok: false; readonly reason: 'different_agents' | 'different_agent_count' };

/** Returns whether the decision of an agent affects the decisions of others, so that agents are not independent. */
export function agentsInteract({ decision }: WorkflowDefinition): boolean {
  return familyOf(decision).interacting;
}

const samplingErrorOnly: Uncertainty = { parameterDraws: 0, estimation: undefined, sampling: undefined };

/**
 * Compares the outcomes of the same agents, with the same random errors, under two scenarios. All differences are paired by agent.
 * If the simulations differ in size, only the agents in both are compared: agents 0 to 49 are the same in simulations of 50 and 200 agents.
 */
export function compareRuns(definition: WorkflowDefinition, first: ComparedRun, second: ComparedRun): Comparison {
  const [own, other] = [first.output.columns, second.output.columns];
  const sizes = [own, other].map((columns) => columnNamed(columns, 'outcome').values.length);
  const agents = Math.min(...sizes);
  const family = familyOf(definition.decision);
  if (family.interacting && sizes[0] !== sizes[1]) return { ok: false, reason: 'different_agent_count' };
  if (!haveSameAgents(own, other, agents)) return { ok: false, reason: 'different_agents' };
  const columns = withBaselineFrom(own, other, agents);
  const withIntervals = summarize(definition, { columns, events: [] }, samplingErrorOnly);
  const summary = family.interacting ? summaryWithoutIntervals(withIntervals) : withIntervals;
  const isSameScenario = Object.entries(first.scenario).every(([id, value]) => second.scenario[id] === value);
  return {
    ok: true,
    summary: isSameScenario ? baselineSummary(summary) : summary,
    flowMatrix: flowMatrix(columns, family.outcomes(definition.decision).length),
  };
}

function haveSameAgents(own: readonly Column[], other: readonly Column[], agents: number): boolean {
  return own
    .filter(({ name }) => name.startsWith('attribute.'))
    .every(({ name, values }) => {
      const otherValues = columnNamed(other, name).values;
      for (let row = 0; row < agents; row++) if (values[row] !== otherValues[row]) return false;
      return true;
    });
}

const baselinePrefix = 'baseline_';

/** Returns the columns of `own` for the first `agents` agents, with the outcomes in `other` as the baseline. */
function withBaselineFrom(own: readonly Column[], other: readonly Column[], agents: number): Column[] {
  return own.map((column) => {
    const { name } = column;
    const source = name.startsWith(baselinePrefix) ? columnNamed(other, name.slice(baselinePrefix.length)) : column;
    return { ...source, name, values: source.values.subarray(0, agents) } as Column;
  });
}

function flowMatrix(columns: readonly Column[], size: number): number[][] {
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, `${baselinePrefix}outcome`)];
  const [counts] = countByGroup(outcome, baseline, size, new Uint8Array(outcome.values.length), 1);
  return Array.from({ length: size }, (_, row) => [...counts!.subarray(row * size, (row + 1) * size)]);
}
