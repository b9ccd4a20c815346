import type { Column } from '../../../model/analyses.js';
import type { Scenario, WorkflowDefinition } from '../../../model/definition.js';
import type { DecisionOutput } from '../../../model/simulate.js';
import { agentId, agentRenderer } from '../../../model/transcript.js';

export interface ExampleAgent {
  id: string;
  selection: 'changed' | 'unchanged' | 'first' | 'other_outcome';
  /** Ids of the outcomes in this simulation and in the reference. */
  outcome: string;
  referenceOutcome: string;
  transcript: string[];
}

/**
 * Selects at most two agents, without regard to their transcripts: the first whose outcome differs from the reference, and the first whose
 * outcome does not. If all are of one kind, the first agent and the first with another outcome.
 *
 * @param other outputs of the other simulation of a comparison; null compares with the baseline
 * @param rows indices of the agents to choose from, ascending
 */
export function exampleAgents(
  definition: WorkflowDefinition,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  other: Readonly<DecisionOutput> | null,
  rows: Int32Array,
): ExampleAgent[] {
  const own = columnOf(decided, 'outcome');
  const reference = other ? columnOf(other, 'outcome') : columnOf(decided, 'baseline_outcome');
  const count = Math.min(own.values.length, reference.values.length);
  const transcriptOf = agentRenderer(definition, scenario, decided, ['transcript']);
  const idAt = (column: Column, index: number) => column.categories?.[column.values[index]!] ?? '';
  const candidates = rows.filter((row) => row < count);
  return select(own, reference, candidates).map(({ index, selection }) => ({
    id: agentId(index),
    selection,
    outcome: idAt(own, index),
    referenceOutcome: idAt(reference, index),
    transcript: transcriptOf(index).transcript,
  }));
}

type Selected = Pick<ExampleAgent, 'selection'> & { index: number };

function select({ values: own }: Column, { values: reference }: Column, rows: Int32Array): Selected[] {
  const first = (selection: ExampleAgent['selection'], isWanted: (index: number) => boolean): Selected[] => {
    const index = rows.find(isWanted);
    return index === undefined ? [] : [{ index, selection }];
  };
  const pair = [
    ...first('changed', (index) => own[index] !== reference[index]),
    ...first('unchanged', (index) => own[index] === reference[index]),
  ];
  if (pair.length === 2) return pair;
  return [...first('first', () => true), ...first('other_outcome', (index) => own[index] !== own[rows[0]!])];
}

function columnOf({ columns }: Readonly<DecisionOutput>, name: string): Column {
  const column = columns.find((one) => one.name === name);
  if (!column) throw new Error(`the results have no column ${name}`);
  return column;
}
