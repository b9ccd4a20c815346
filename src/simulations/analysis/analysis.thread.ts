import {
  analyzeEffects,
  compareMany,
  compareRuns,
  elasticitiesOf,
  hasWelfare,
  segmentations,
  summarizeParts,
  summarizeSelection,
  type Column,
  type Comparison,
  type Effects,
  type Elasticities,
  type ManyComparison,
  type ManyRequest,
  type PartsSummary,
  type Scenario,
  type Summary,
  type Welfare,
  type WorkflowDefinition,
  welfareOf,
} from '../../engine/index.js';

interface Simulated {
  definition: WorkflowDefinition;
  seed: number;
}

export interface GroupsTask extends Simulated {
  kind: 'groups';
  scenario: Scenario;
  columns: Column[];
  /** Indices of the selected agents. */
  rows: Int32Array;
  /** Ids of known segmentations. */
  groupBy: string[];
}

export interface ComparisonTask extends Simulated {
  kind: 'comparison';
  first: Parameters<typeof compareRuns>[2];
  second: Parameters<typeof compareRuns>[2];
  /** Indices of the agents to compare; default: all. */
  rows?: Int32Array;
}

export interface EffectsTask extends Simulated {
  kind: 'effects';
  scenario: Scenario;
  columns: Column[];
  /** Indices of the selected agents. */
  rows: Int32Array;
  withPairs: boolean;
  /** Outcomes, outcome groups and measures; default: all. */
  figures?: string[];
}

export interface ElasticitiesTask extends Simulated {
  kind: 'elasticities';
  scenario: Scenario;
  columns: Column[];
  /** Indices of the selected agents; default: all. */
  rows: Int32Array | undefined;
  /** Id of a known segmentation; default: all agents together. */
  groupBy: string | undefined;
  /** Ids of numeric parameters; default: all. */
  parameters: string[] | undefined;
}

export interface WelfareTask extends Simulated {
  kind: 'welfare';
  scenario: Scenario;
  columns: Column[];
  /** Indices of the selected agents; default: all. */
  rows: Int32Array | undefined;
}

/** The figures of a report that need the agents. */
export interface ReportTask extends Simulated {
  kind: 'report';
  scenario: Scenario;
  columns: Column[];
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

export interface ManyTask {
  kind: 'many';
  request: ManyRequest;
}

export type AnalysisTask =
  | GroupsTask
  | ComparisonTask
  | ManyTask
  | ReportTask
  | EffectsTask
  | ElasticitiesTask
  | WelfareTask;
export type AnalysisResult =
  | PartsSummary
  | Comparison
  | ManyComparison
  | ReportAnalysis
  | Effects
  | Elasticities
  | Welfare;

/** Runs in a thread: the gradients of ten thousand agents take up to a second, in which the process could not respond to others. */
export default function analyze(task: AnalysisTask): AnalysisResult {
  if (task.kind === 'many') return compareMany(task.request);
  if (task.kind === 'comparison') return compareRuns(task.definition, task.seed, task.first, task.second, task.rows);
  if (task.kind === 'effects') return analyzeEffects(task, task.rows, task.withPairs, task.figures);
  if (task.kind === 'report') return analyzeReport(task);
  if (task.kind === 'welfare') return welfareOf(task);
  if (task.kind === 'elasticities') {
    const segmentation = segmentations(task.definition, task.columns).find(({ id }) => id === task.groupBy);
    return elasticitiesOf({ ...task, segmentation });
  }
  const { definition, scenario, seed, columns, rows, groupBy } = task;
  const known = segmentations(definition, columns);
  const by = groupBy.map((id) => known.find((one) => one.id === id)!);
  return summarizeParts({ definition, scenario, seed, columns }, rows, by);
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
