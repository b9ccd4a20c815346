import { type Column, columnNamed } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import type { DecisionOutput } from '../equations/decision-family.js';
import type { StandardErrors, Uncertainty } from '../summary/errors.js';
import { countAll, outcomePairs, statisticsOf } from '../summary/statistics.js';
import { segmentations } from '../summary/segment-groups.js';
import { summarize } from '../summary/summarize.js';
import type { ErrorParts, Summary } from '../summary/summary.js';
import { agentGroupsOf } from './simulate-chunk.js';
import { compile } from './compile.js';
import { maxCurveAgents, passOverFigures } from './estimation-error.js';
import { selectRows, summarizeSelection } from './summarize-groups.js';

/** One of two simulations with the same definition and seed. */
export interface ComparedRun {
  readonly scenario: Scenario;
  readonly output: Readonly<DecisionOutput>;
  /** Summary of the simulation. Interacting agents need it: their errors follow from repeated runs. */
  readonly summary: Summary;
}

export type Comparison =
  | {
      readonly ok: true;
      /**
       * Summary of the first simulation, with the second simulation as its baseline. If agents interact, errors of differences combine the
       * errors of both simulations as if they were independent, and segments have no intervals.
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

/**
 * Compares the outcomes of the same agents, with the same random errors, under two scenarios. All differences are paired by agent.
 * If the simulations differ in size, only the agents in both are compared: agents 0 to 49 are the same in simulations of 50 and 200 agents.
 *
 * @param seed seed of both simulations
 * @param rows indices of the agents to compare, ascending and at least one; default: all. Indices that only one simulation has are ignored
 */
export function compareRuns(
  definition: WorkflowDefinition,
  seed: number,
  first: ComparedRun,
  second: ComparedRun,
  rows?: Int32Array,
): Comparison {
  const [own, other] = [first.output.columns, second.output.columns];
  const sizes = [own, other].map((columns) => columnNamed(columns, 'outcome').values.length);
  const agents = Math.min(...sizes);
  const family = familyOf(definition.decision);
  if (family.interacting && sizes[0] !== sizes[1]) return { ok: false, reason: 'different_agent_count' };
  if (!haveSameAgents(own, other, agents)) return { ok: false, reason: 'different_agents' };
  const columns = withBaselineFrom(own, other, agents);
  const outcomes = family.outcomes(definition.decision).length;
  if (rows) {
    const compared = rows.filter((row) => row < agents);
    const { scenario } = first;
    return {
      ok: true,
      summary: summarizeSelection({ definition, scenario, seed, columns }, compared, second.scenario),
      flowMatrix: flowMatrix(selectRows(columns, compared), outcomes),
    };
  }
  const uncertainty = family.interacting
    ? combinedUncertainty(first.summary, second.summary)
    : passOverFigures(
        compile(definition, first.scenario, seed, second.scenario),
        columns,
        Math.min(agents, maxCurveAgents),
        agentGroupsOf(segmentations(definition, columns)),
      ).uncertainty;
  return {
    ok: true,
    summary: summarize(definition, statisticsOf(definition, { columns, events: [] }), uncertainty, {
      scenario: first.scenario,
      baseline: second.scenario,
      hasOtherAlternatives: false,
    }),
    flowMatrix: flowMatrix(columns, outcomes),
  };
}

/**
 * Errors of two simulations of interacting agents. The error of a difference combines both as if they were independent. Common random numbers
 * correlate the simulations positively, so the true error is smaller.
 */
function combinedUncertainty(first: Summary, second: Summary): Uncertainty {
  const [own, other] = [figuresOf(first), figuresOf(second)];
  const errors = (part: 'simulation' | 'estimation'): StandardErrors | undefined => {
    const scenario = own.map((figure) => figure.errors[part]);
    const baseline = other.map((figure) => figure.errors[part]);
    if ([...scenario, ...baseline].includes(null)) return undefined;
    return {
      scenario: Float64Array.from(scenario as number[]),
      baseline: Float64Array.from(baseline as number[]),
      difference: Float64Array.from(scenario as number[], (error, k) => Math.hypot(error, baseline[k]!)),
    };
  };
  return {
    ...{ method: first.uncertainty.method, parameterDraws: first.uncertainty.parameter_draws },
    replicates: first.uncertainty.replicates,
    estimation: errors('estimation'),
    simulation: errors('simulation'),
    segments: undefined,
    curves: undefined,
  };
}

function figuresOf({ outcomes, outcome_groups: groups, measures, curves }: Summary): { readonly errors: ErrorParts }[] {
  return [...outcomes, ...groups, ...measures, ...curves.flatMap(({ points }) => points)];
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
  const counts = countAll(outcomePairs(outcome, baseline, size));
  return Array.from({ length: size }, (_, row) => [...counts.subarray(row * size, (row + 1) * size)]);
}
