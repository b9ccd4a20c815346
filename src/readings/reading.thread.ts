import { measured } from '../platform/process/measured.js';
import {
  analyzeEffects,
  compareRuns,
  elasticitiesOf,
  hasWelfare,
  type MeasuredAgents,
  type MeasuredScenario,
  measureScenarios,
  type OutcomeValues,
  segmentations,
  summarizeParts,
  summarizeSelection,
  type Column,
  type Comparison,
  type Effects,
  type Elasticities,
  type PartsSummary,
  type Welfare,
  welfareOf,
} from '../../model/analyses.js';
import { EngineError, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import { simulate, type Summary } from '../../model/simulate.js';

interface Simulated {
  definition: WorkflowDefinition;
  seed: number;
}

interface WithAgents extends Simulated {
  scenario: Scenario;
  columns: Column[];
}

export interface GroupsTask extends WithAgents {
  kind: 'groups';
  /** Indices of the selected agents. */
  rows: Int32Array;
  /** Ids of known segmentations. */
  groupBy: string[];
}

type ComparedRun = Parameters<typeof compareRuns>[2];

/** The scenario of a simulation with other agents. */
interface ScenarioToEvaluate {
  scenario: Scenario;
  agentCount: number;
  /** Undefined for the default of the engine. */
  parameterDraws: number | undefined;
}

/** A comparison, with the outcomes of the second scenario if the thread evaluated it. */
type ThreadComparison = Comparison & { evaluated?: Column };

export interface ComparisonTask extends Simulated {
  kind: 'comparison';
  first: ComparedRun;
  /** A run with the agents of the first one, or a scenario to evaluate on them. */
  second: ComparedRun | ScenarioToEvaluate;
  /** Indices of the agents to compare; default: all. */
  rows?: Int32Array;
}

export interface EffectsTask extends WithAgents {
  kind: 'effects';
  rows: Int32Array;
  withPairs: boolean;
  /** Outcomes, outcome groups and measures; default: all. */
  figures?: string[];
}

export interface ElasticitiesTask extends WithAgents {
  kind: 'elasticities';
  /** Indices of the selected agents; default: all. */
  rows: Int32Array | undefined;
  /** Id of a known segmentation; default: all agents together. */
  groupBy: string | undefined;
  /** Ids of numeric parameters; default: all. */
  parameters: string[] | undefined;
}

export interface WelfareTask extends WithAgents {
  kind: 'welfare';
  /** Indices of the selected agents; default: all. */
  rows: Int32Array | undefined;
}

export interface MeasureTask extends MeasuredAgents {
  kind: 'measure';
  values: OutcomeValues;
}

export interface ReportTask extends WithAgents {
  kind: 'report';
  /** Agents and parameters of the elasticities and the welfare change. Null if the report has none. */
  indicators: Pick<ElasticitiesTask, 'rows' | 'parameters'> | null;
  /** Agents and figures of the effects by group. Null if the report has none. */
  effects: Pick<EffectsTask, 'rows' | 'figures'> | null;
  /** Indices of the agents to which the report is restricted. Null for all. */
  selection: Int32Array | null;
}

export interface ReportAnalysis {
  elasticities: Elasticities | null;
  /** Null for a workflow without alternatives, too. */
  welfare: Welfare | null;
  effects: Effects | null;
  selection: Summary | null;
}

export type ReadingTask =
  | GroupsTask
  | ComparisonTask
  | ReportTask
  | EffectsTask
  | ElasticitiesTask
  | WelfareTask
  | MeasureTask;
/** The result of each task. */
export interface ReadingResults {
  groups: PartsSummary;
  comparison: ThreadComparison;
  report: ReportAnalysis;
  effects: Effects;
  elasticities: Elasticities;
  welfare: Welfare;
  measure: MeasuredScenario[];
}
export type ReadingResult = ReadingResults[keyof ReadingResults];

/** Runs in a thread: the gradients of ten thousand agents take up to a second, in which the process could not respond to others. */
function analyze(task: ReadingTask): ReadingResult {
  if (task.kind === 'comparison') return compare(task);
  if (task.kind === 'effects') return analyzeEffects(task, task.rows, task.withPairs, task.figures);
  if (task.kind === 'report') return analyzeReport(task);
  if (task.kind === 'welfare') return welfareOf(task);
  if (task.kind === 'measure') return measureScenarios(task, task.values);
  if (task.kind === 'elasticities') {
    const segmentation = segmentations(task.definition, task.columns).find(({ id }) => id === task.groupBy);
    return elasticitiesOf({ ...task, segmentation });
  }
  const { definition, scenario, seed, columns, rows, groupBy } = task;
  const known = segmentations(definition, columns);
  const by = groupBy.map((id) => known.find((one) => one.id === id)!);
  return summarizeParts({ definition, scenario, seed, columns }, rows, by);
}

function compare({ definition, seed, first, second, rows }: ComparisonTask): ThreadComparison {
  if ('output' in second) return compareRuns(definition, seed, first, second, rows);
  try {
    const { summary, ...output } = simulate({ definition, seed, ...second });
    const comparison = compareRuns(definition, seed, first, { scenario: second.scenario, output, summary }, rows);
    return { ...comparison, evaluated: output.columns.find(({ name }) => name === 'outcome')! };
  } catch (error) {
    // The model of an organization can fail for agents of another seed.
    if (error instanceof EngineError) return { ok: false, reason: 'different_agents' };
    throw error;
  }
}

function analyzeReport({ indicators, effects, selection, ...task }: ReportTask): ReportAnalysis {
  const { definition, scenario, seed, columns } = task;
  const simulated = { definition, scenario, seed, columns };
  return {
    elasticities: indicators && elasticitiesOf({ ...simulated, ...indicators }),
    welfare: indicators && hasWelfare(definition) ? welfareOf({ ...simulated, rows: indicators.rows }) : null,
    effects: effects && analyzeEffects(simulated, effects.rows, false, effects.figures),
    selection: selection && summarizeSelection(simulated, selection),
  };
}

export default measured(analyze);
