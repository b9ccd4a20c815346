import {
  compareRuns,
  segmentations,
  summarizeParts,
  summarizeSelection,
  type Column,
  type Comparison,
  type PartsSummary,
  type Scenario,
  type Summary,
  type WorkflowDefinition,
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

export interface SelectionTask extends Simulated {
  kind: 'selection';
  scenario: Scenario;
  columns: Column[];
  /** Indices of the selected agents. */
  rows: Int32Array;
}

export type AnalysisTask = GroupsTask | ComparisonTask | SelectionTask;
export type AnalysisResult = PartsSummary | Comparison | Summary;

/** Runs in a thread: the gradients of ten thousand agents take up to a second, in which the process could not respond to others. */
export default function analyze(task: AnalysisTask): AnalysisResult {
  if (task.kind === 'comparison') return compareRuns(task.definition, task.seed, task.first, task.second, task.rows);
  if (task.kind === 'selection') return summarizeSelection(task, task.rows);
  const { definition, scenario, seed, columns, rows, groupBy } = task;
  const known = segmentations(definition, columns);
  const by = groupBy.map((id) => known.find((one) => one.id === id)!);
  return summarizeParts({ definition, scenario, seed, columns }, rows, by);
}
