import { rolesOf } from '../../model/authoring/draft/column-roles.js';
import type { TableProfile } from '../../model/authoring/variables/profile.js';
import { shortened } from '../common/texts.js';
import { type FileFormat, readTable } from '../common/table-files/read-table.js';
import { TableFileError, type TableLimits } from '../common/table-files/table-builder.js';
import type { TableNote } from '../common/table-files/cells/table-notes.js';
import { ContentLimitError, packTable } from './content/dataset-table.js';

/** 25 million cells of one digit fill a file of 50 MB. */
const datasetLimits: TableLimits = { maxRows: 1_000_000, maxColumns: 1_000, maxCells: 25_000_000 };

const maxExampleCharacters = 60;
/** Examples of all columns, so that a record has at most 4 MB. */
const maxExamples = 5_000;

export interface ReadDatasetTask {
  format: FileFormat;
}

export interface ReadDataset {
  ok: true;
  rows: number;
  columns: TableProfile['columns'];
  warnings: { code: string; column: string | null; message: string }[];
  content: Uint8Array;
}

interface DatasetProblem {
  ok: false;
  message: string;
  line?: number | undefined;
}

export type DatasetResult = ReadDataset | DatasetProblem;

/** Reads and profiles the rows of a file. Runs in a process of its own: a file of 50 MB takes seconds, and can be hostile. */
export async function readDataset(file: Uint8Array, { format }: ReadDatasetTask): Promise<DatasetResult> {
  try {
    const { notes, ...table } = await readTable(file, format, datasetLimits);
    const { rows, columns, warnings } = rolesOf(table);
    return {
      ok: true,
      rows,
      columns: columns.map((column) => withFewExamples(column, columns.length)),
      warnings: [...notes.map(noteWarning), ...warnings],
      content: await packTable(table),
    };
  } catch (error) {
    if (error instanceof TableFileError) return { ok: false, message: error.message, line: error.line };
    if (error instanceof ContentLimitError) return { ok: false, message: error.message };
    throw error;
  }
}

const noteWarning = ({ code, column, message }: TableNote) => ({ code, column: column ?? null, message });

function withFewExamples(column: TableProfile['columns'][number], columns: number): TableProfile['columns'][number] {
  const examples = column.examples.slice(0, Math.floor(maxExamples / columns));
  return {
    ...column,
    examples: examples.map(({ value, count }) => ({ value: shortened(value, maxExampleCharacters), count })),
  };
}
