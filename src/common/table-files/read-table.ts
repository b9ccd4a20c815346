import { shortened } from '../texts.js';
import { readDecimalCommas, readCsv, type Delimiter } from './read-csv.js';
import { readNdjson } from './read-ndjson.js';
import { readParquet } from './read-parquet.js';
import { TableBuilder, type TableLimits } from './table-builder.js';
import { toUtf8 } from './text-file.js';

/** Media types of files with rows. */
export const fileTypes = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
} as const;

export type FileFormat = (typeof fileTypes)[keyof typeof fileTypes];

/** A property of the file that was detected, and that the user should check. */
export interface TableNote {
  code: 'delimiter_detected' | 'encoding_detected' | 'decimal_commas' | 'nested_columns';
  message: string;
}

/** A table of texts: missing values are empty. */
export interface TableFile {
  columns: Map<string, string[]>;
  /** The line of each row in the file. */
  lines: Int32Array;
  notes: TableNote[];
}

/** Nothing limits the names of columns that are not read. */
const maxNamedColumns = 20;
const maxNameCharacters = 60;
const printable = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, '�');

const unlimited: TableLimits = { maxRows: Infinity, maxColumns: Infinity, maxCells: Infinity };

/**
 * Reads a file of any format as texts by column.
 *
 * @throws TableFileError with the line and the fix
 */
export async function readTable(bytes: Uint8Array, format: FileFormat, limits = unlimited): Promise<TableFile> {
  if (format !== 'parquet') return readTextTable(bytes, format, limits);
  const table = new TableBuilder(limits);
  const nested = await readParquet(bytes, table);
  const names = nested.slice(0, maxNamedColumns).map((name) => shortened(printable(name), maxNameCharacters));
  const more = nested.length > names.length ? ` and ${nested.length - names.length} more` : '';
  const message = `These columns are lists or structs and were not read: ${names.join(', ')}${more}.`;
  return { ...table.end(), notes: nested.length > 0 ? [{ code: 'nested_columns', message }] : [] };
}

/**
 * Reads a file of text. Detects its encoding, and the separator and decimal commas of CSV.
 *
 * @throws TableFileError with the line and the fix
 */
export function readTextTable(file: Uint8Array, format: Exclude<FileFormat, 'parquet'>, limits = unlimited): TableFile {
  const { bytes, encoding } = toUtf8(file);
  const builder = new TableBuilder(limits);
  const notes: TableNote[] = [];
  if (encoding !== 'UTF-8') notes.push({ code: 'encoding_detected', message: encodingTexts[encoding] });
  if (format === 'ndjson') {
    readNdjson(bytes, builder);
    return { ...builder.end(), notes };
  }
  const delimiter = readCsv(bytes, builder);
  const table = builder.end();
  if (delimiter === ',') return { ...table, notes };
  notes.push({ code: 'delimiter_detected', message: `The file is separated by ${delimiterNames[delimiter]}.` });
  const converted = readDecimalCommas(table.columns);
  if (converted.length > 0)
    notes.push({ code: 'decimal_commas', message: `These columns have decimal commas: ${converted.join(', ')}.` });
  return { ...table, notes };
}

const encodingTexts = {
  'UTF-16': 'The file has the encoding UTF-16.',
  'windows-1252': 'The file is not UTF-8. It was read as windows-1252: check letters with accents.',
};
const delimiterNames: Record<Exclude<Delimiter, ','>, string> = { ';': '";"', '\t': 'tabs', '|': '"|"' };
