import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Table } from '../../calibration/rows/table.js';
import type { FileFormat } from '../../common/table-files/file-type.js';
import { readTable } from '../../common/table-files/read-table.js';
import { TableFileError } from '../../common/table-files/table-builder.js';
import { CommandError } from '../command-error.js';

/**
 * Reads a CSV file, or NDJSON or Parquet by the ending of its name, as texts by column. Prints what was detected to standard error.
 *
 * @throws CommandError with the file name and line
 */
export async function readTableFile(file: string): Promise<Table> {
  const format = formatOf(file);
  try {
    const { notes, ...table } = await readTable(readFileSync(file), format);
    for (const { message } of notes) process.stderr.write(`${file}: ${message}\n`);
    return table;
  } catch (error) {
    if (error instanceof TableFileError)
      throw new CommandError(`Cannot read ${file} as ${names[format]}: ${error.message}`);
    throw new CommandError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const names: Record<FileFormat, string> = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };
const formats: Readonly<Record<string, FileFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
};

const formatOf = (file: string): FileFormat => formats[extname(file).toLowerCase()] ?? 'csv';
