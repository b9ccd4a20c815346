import { agentId, type AgentField, type Column } from '../../engine/index.js';

/** One column of agents laid out as a table: what the agent with an index has in it. */
export interface TableColumn {
  name: string;
  type: 'STRING' | 'BOOLEAN' | 'INT32' | 'DOUBLE';
  at: (index: number) => string | number | boolean;
}

const stored: Partial<Record<AgentField, RegExp>> = {
  attributes: /^attribute\./,
  outcome: /^outcome$/,
  baseline_outcome: /^baseline_outcome$/,
  probabilities: /^probability\./,
  measures: /^(baseline_)?measure\./,
};

const indexColumn: TableColumn = { name: 'index', type: 'INT32', at: (index) => index };

/**
 * The parts of agents as columns, under the names that they are stored by.
 *
 * @param teller makes what tells the transcripts, where they are asked for
 */
export function tableOf(
  fields: readonly AgentField[],
  columns: readonly Column[],
  teller: () => (index: number) => { transcript: readonly string[] },
): TableColumn[] {
  return fields.flatMap((field): TableColumn[] => {
    if (field === 'agent_id') return [{ name: field, type: 'STRING', at: agentId }];
    if (field === 'index') return [indexColumn];
    if (field === 'transcript') {
      const tell = teller();
      return [{ name: field, type: 'STRING', at: (index) => tell(index).transcript.join(' ') }];
    }
    return columns.filter(({ name }) => stored[field]?.test(name)).map(columnOf);
  });
}

/** Everything that is stored of agents; their index goes with them, since the place in a selection does not tell it. */
export function wholeTable(columns: readonly Column[]): TableColumn[] {
  return [indexColumn, ...columns.map(columnOf)];
}

function columnOf({ name, type, values, categories }: Column): TableColumn {
  const at = (index: number) => values[index] ?? 0;
  switch (type) {
    case 'category':
      return { name, type: 'STRING', at: (index) => categories[at(index)] ?? '' };
    case 'bool':
      return { name, type: 'BOOLEAN', at: (index) => at(index) !== 0 };
    case 'int32':
      return { name, type: 'INT32', at };
    case 'float64':
      return { name, type: 'DOUBLE', at };
  }
}
