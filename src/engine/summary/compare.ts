import { type Column } from '../columns/column.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';
import { type DecisionOutput } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { baselineSummary } from './baseline-summary.js';
import { columnNamed, countByGroup } from './outcome-counts.js';
import { summarize } from './summarize.js';
import { type Summary } from './summary.js';
import { summaryWithoutIntervals } from './without-intervals.js';
import { type Uncertainty } from './uncertainty.js';

/** One of two simulations of one definition and one seed. */
export interface ComparedRun {
  readonly scenario: Scenario;
  readonly decided: Readonly<DecisionOutput>;
}

export type Comparison =
  | {
      readonly ok: true;
      /** Of the first, in which the second stands where the baseline stands in a simulation's own. Its intervals hold the error of sampling alone; of agents who meet they are null. */
      readonly summary: Summary;
      /** How many agents ended with what in the second (rows) and in the first (columns), in the order of the outcomes. */
      readonly flowMatrix: number[][];
    }
  /** Other people; or people who meet each other, of whom a part does not live in the world of the whole. */
  | { readonly ok: false; readonly reason: 'different_agents' | 'different_agent_count' };

/** Whether what an agent does changes what others do, so that agents are not independent of each other. */
export function agentsInteract({ decision }: WorkflowDefinition): boolean {
  return familyOf(decision).interacting;
}

const SAMPLING_ALONE: Uncertainty = { parameterDraws: 0, estimation: undefined, sampling: undefined };

/**
 * What the same agents did, with the same luck, under two scenarios: agent by agent, so that all differences are paired.
 * Of simulations of different size the agents that both have are compared: the first 50 of 200 are the 50 of 50.
 */
export function compareRuns(definition: WorkflowDefinition, first: ComparedRun, second: ComparedRun): Comparison {
  const [own, other] = [first.decided.columns, second.decided.columns];
  const sizes = [own, other].map((columns) => columnNamed(columns, 'outcome').values.length);
  const agents = Math.min(...sizes);
  const family = familyOf(definition.decision);
  if (family.interacting && sizes[0] !== sizes[1]) return { ok: false, reason: 'different_agent_count' };
  if (!areSamePeople(own, other, agents)) return { ok: false, reason: 'different_agents' };
  const columns = besideEachOther(own, other, agents);
  const counted = summarize(definition, { columns, events: [] }, SAMPLING_ALONE);
  const summary = family.interacting ? summaryWithoutIntervals(counted) : counted;
  const isSame = Object.entries(first.scenario).every(([id, value]) => second.scenario[id] === value);
  return {
    ok: true,
    summary: isSame ? baselineSummary(summary) : summary,
    flowMatrix: flowMatrix(columns, family.outcomes(definition.decision).length),
  };
}

function areSamePeople(own: readonly Column[], other: readonly Column[], agents: number): boolean {
  return own
    .filter(({ name }) => name.startsWith('attribute.'))
    .every(({ name, values }) => {
      const theirs = columnNamed(other, name).values;
      for (let row = 0; row < agents; row++) if (values[row] !== theirs[row]) return false;
      return true;
    });
}

const BASELINE = 'baseline_';

/** The columns of a simulation whose baseline is another one. */
function besideEachOther(own: readonly Column[], other: readonly Column[], agents: number): Column[] {
  return own.map((column) => {
    const { name } = column;
    const source = name.startsWith(BASELINE) ? columnNamed(other, name.slice(BASELINE.length)) : column;
    return { ...source, name, values: source.values.subarray(0, agents) } as Column;
  });
}

function flowMatrix(columns: readonly Column[], size: number): number[][] {
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, `${BASELINE}outcome`)];
  const [counts] = countByGroup(outcome, baseline, size, new Uint8Array(outcome.values.length), 1);
  return Array.from({ length: size }, (_, row) => [...counts!.subarray(row * size, (row + 1) * size)]);
}
