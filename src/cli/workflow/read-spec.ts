import { readFileSync, existsSync } from 'node:fs';
import { type CalibrationRecipe, parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import type { Expansion } from '../../../model/authoring/assemble.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { checkSpec, readSpecFile, parseYaml } from '../../../model/authoring/parse-spec.js';
import { fileOf, type Spec } from '../../../model/authoring/spec.schema.js';
import { CommandError } from '../options.js';
import { about } from './files.js';
import { dirname, extname, join, basename } from 'node:path';
import type { Table } from '../../../model/fitting/rows/table.js';
import { usePlainZodMessages } from '../../common/errors/zod-messages.js';
import { type FileFormat, readTable } from '../../common/table-files/read-table.js';
import { TableFileError } from '../../common/table-files/table-builder.js';

usePlainZodMessages();

/** Reads a spec in YAML or JSON, with its base and its questions. @throws CommandError */
export function readSpec(file: string): Spec {
  return about(file, () => checkSpec(readSpecFile(file, { textOf, pathOf })));
}

/** Reads the data of a spec: a file, or by default that of the spec, in its folder. @throws CommandError */
export async function readDataOf(file: string, spec: Spec, data?: string): Promise<{ path: string; table: Table }> {
  const own = fileOf(spec);
  const path = data ?? (own === undefined ? undefined : join(dirname(file), own));
  if (path === undefined) throw new CommandError(`${file} names no data. Use --data, or \`data\` in the spec.`);
  return { path, table: await readTableFile(path) };
}

/** Expands a spec with its data. @throws CommandError */
export function expanded(file: string, spec: Spec, table?: Table): { expansion: Expansion; recipe: CalibrationRecipe } {
  return about(file, () => {
    const expansion = expandSpec(spec, table);
    return { expansion, recipe: parseRecipe(expansion.recipe) };
  });
}

/** The recipe of a spec that needs no data. @throws CommandError */
export const readRecipe = (file: string): CalibrationRecipe => expanded(file, readSpec(file)).recipe;

const pathOf = (file: string, name: string) => join(dirname(file), name);

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`Cannot read ${file}.`);
  }
}

/**
 * Reads a CSV or TSV file, or NDJSON or Parquet by the ending of its name, as texts by column. Prints what was detected to standard error.
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

/**
 * Folder with the data of a spec, which has its name. A spec that starts from another one uses the data of its base, unless it has its own.
 *
 * @param root folder with the data of all specs
 * @param spec file of the spec
 */
export function dataFolder(root: string, spec: string): string {
  const own = join(root, basename(spec, '.yaml'));
  if (existsSync(own) || !existsSync(spec)) return own;
  const document = parseYaml(readFileSync(spec, 'utf8'));
  const hasBase = typeof document === 'object' && document !== null && 'base' in document;
  return hasBase && typeof document.base === 'string' ? dataFolder(root, join(dirname(spec), document.base)) : own;
}
