import { readFileSync } from 'node:fs';
import type { CalibrationRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { parseFullSpec, parseSpecFile } from '../../../model/authoring/full/parse-full-spec.js';
import { CommandError } from '../options.js';
import { about } from './files.js';
import { dirname, extname, join } from 'node:path';
import type { Table } from '../../../model/fitting/rows/table.js';
import { type FileFormat, readTable } from '../../common/table-files/read-table.js';
import { TableFileError } from '../../common/table-files/table-builder.js';

/** Reads a spec of either kind, in YAML or JSON, with its base and its questions. @throws CommandError */
export function readSpec(file: string): unknown {
  return about(file, () => parseSpecFile(file, { textOf, pathOf }));
}

/** Whether a spec has a formula, instead of the parts of a definition. */
export function isShortSpec(document: unknown): document is object {
  return typeof document === 'object' && document !== null && ('formula' in document || 'workflow_id' in document);
}

/** Reads a full spec. @throws CommandError */
export function readFullSpec(file: string): CalibrationRecipe {
  const document = readSpec(file);
  return about(file, () => parseFullSpec(document));
}

const pathOf = (file: string, name: string) => join(dirname(file), name);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`Cannot read ${file}.`);
  }
}

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
