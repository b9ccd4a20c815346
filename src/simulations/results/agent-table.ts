import { type Column, type ColumnLayout, namedParts } from '../../../model/analyses.js';
import { type AgentField, agentId } from '../../../model/transcript.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import type { FileMetadata } from './column-table.js';

/** One column of a table of agents. */
export interface TableColumn {
  name: string;
  type: 'STRING' | 'BOOLEAN' | 'INT32' | 'DOUBLE';
  /** All values of a column of categories. */
  categories?: readonly string[];
  /** Returns the cell of the agent with this index. */
  cellOf: (index: number) => string | number | boolean;
}

/** One agent as cells of a table. */
export type AgentRow = (string | number | boolean)[];

/** Bytes of a cell that is no text, roughly. */
const numberBytes = 8;

/** Returns the rows of the first agents, up to the one with which they reach `maxBytes`. */
export function agentRows(table: readonly TableColumn[], agents: readonly number[], maxBytes: number): AgentRow[] {
  const rows: AgentRow[] = [];
  let bytes = 0;
  for (const index of agents) {
    const row = table.map(({ cellOf }) => cellOf(index));
    rows.push(row);
    for (const cell of row) bytes += typeof cell === 'string' ? Buffer.byteLength(cell) : numberBytes;
    if (bytes >= maxBytes) break;
  }
  return rows;
}

/** The stored columns of each field. */
const columnNames: Partial<Record<AgentField, RegExp>> = {
  attributes: /^attribute\./,
  outcome: /^outcome$/,
  baseline_outcome: /^baseline_outcome$/,
  probabilities: /^probability\./,
  measures: /^(baseline_)?(measure|expected)\./,
};

const indexColumn: TableColumn = { name: 'index', type: 'INT32', cellOf: (index) => index };

/**
 * Returns the columns of the requested fields, under their stored names.
 *
 * @param transcriptOf returns the transcript of an agent
 */
export function tableOf(
  fields: readonly AgentField[],
  columns: readonly Column[],
  transcriptOf: (index: number) => readonly string[],
): TableColumn[] {
  return fields.flatMap((field): TableColumn[] => {
    if (field === 'agent_id') return [{ name: field, type: 'STRING', cellOf: agentId }];
    if (field === 'index') return [indexColumn];
    if (field === 'transcript') {
      return [{ name: field, type: 'STRING', cellOf: (index) => transcriptOf(index).join(' ') }];
    }
    return columns.filter(({ name }) => columnNames[field]?.test(name)).map(columnOf);
  });
}

/** Returns all stored columns and the index, which the position in a selection does not show. */
export function wholeTable(columns: readonly Column[]): TableColumn[] {
  return [indexColumn, ...columns.map(columnOf)];
}

function columnOf({ name, type, values, categories }: Column): TableColumn {
  const valueOf = (index: number) => values[index] ?? 0;
  switch (type) {
    case 'category':
      return { name, type: 'STRING', categories, cellOf: (index) => categories[valueOf(index)] ?? '' };
    case 'bool':
      return { name, type: 'BOOLEAN', cellOf: (index) => valueOf(index) !== 0 };
    case 'int32':
      return { name, type: 'INT32', cellOf: valueOf };
    case 'float64':
      return { name, type: 'DOUBLE', cellOf: valueOf };
  }
}

/** The metadata key of the codebook in a Parquet file of agents. */
const codebookKey = 'simulation_service.codebook';

/** What a column of the agents contains. */
export interface CodebookEntry {
  column: string;
  label: string;
  unit: string | null;
  description: string;
  /** The values of a column of categories, with their labels. */
  values: { value: string; label: string }[];
}

type NamedColumn = Pick<ColumnLayout, 'name' | 'categories'>;

/** Describes the columns of agents, and the index, which every file has. */
export function codebookOf(definition: WorkflowDefinition, columns: readonly NamedColumn[]): CodebookEntry[] {
  const parts = namedParts(definition);
  const units = new Map(
    definition.population.attributes.map((attribute) => [attribute.id, 'unit' in attribute ? attribute.unit : null]),
  );
  const labels = (named: readonly { id: string; label: string }[]) =>
    new Map(named.map(({ id, label }) => [id, label]));
  const outcomes = labels(parts.outcomes);
  const valuesOf = ({ categories }: NamedColumn, known: ReadonlyMap<string, string>) =>
    (categories ?? []).map((value) => ({ value, label: known.get(value) ?? value }));

  const entryOf = (column: NamedColumn): CodebookEntry => {
    const { name } = column;
    const [, field = name, id = ''] = /^([a-z_]+)\.(.+)$/.exec(name) ?? [];
    const entry = (label: string, description: string, unit: string | null = null, known = outcomes) => ({
      ...{ column: name, label, unit, description },
      values: valuesOf(column, known),
    });
    switch (field) {
      case 'attribute': {
        const attribute = parts.attributes.find((one) => one.id === id);
        return entry(
          attribute?.label ?? id,
          'Attribute of the agent, the same in the scenario and at the baseline.',
          units.get(id) ?? null,
          labels(attribute?.groups ?? []),
        );
      }
      case 'outcome':
        return entry('Outcome', 'Outcome of the agent in the scenario, with its random error.');
      case 'baseline_outcome':
        return entry('Outcome at the baseline', 'Outcome of the same agent with the defaults of all parameters.');
      case 'probability':
        return entry(`Probability of “${outcomes.get(id) ?? id}”`, 'Probability in the scenario.', 'of 1');
      case 'measure':
      case 'baseline_measure':
      case 'expected': {
        const measure = parts.measures.find((one) => one.id === id);
        const where = field === 'baseline_measure' ? 'at the baseline' : 'in the scenario';
        const what = field === 'expected' ? 'Expected value' : 'Value with its random error';
        return entry(measure?.label ?? id, `${what} ${where}.`, measure?.unit ?? null);
      }
      default:
        return entry(name, 'Value that the model computes.');
    }
  };
  const index = {
    column: 'index',
    label: 'Agent',
    unit: null,
    description: 'Position of the agent, from 0.',
    values: [],
  };
  return [index, ...columns.map(entryOf)];
}

/** Labels and units for the metadata of a Parquet file of agents. */
export function codebookMetadata(definition: WorkflowDefinition, columns: readonly NamedColumn[]): FileMetadata[] {
  return [{ key: codebookKey, value: JSON.stringify(codebookOf(definition, columns)) }];
}
