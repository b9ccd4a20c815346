import { shortened } from '../texts.js';
import type { Delimiter } from './csv-header.js';
import { readCsv } from './read-csv.js';
import { readNdjson } from './read-ndjson.js';
import { readParquet } from './read-parquet.js';
import { TableBuilder, type TableLimits } from './table-builder.js';
import { type TableNote, columnNotes } from './cells/table-notes.js';
import { toUtf8 } from './text-file.js';
import { type DecimalMark, plainNumber, quotedNa, usualMissing } from './cells/cell-texts.js';
import { countsOf, notationOf, numbersIn, readColumn } from './cells/read-column.js';
import { severalAnswers } from './cells/several-answers.js';

export const fileTypes = {
  'text/csv': 'csv',
  // The separator of each file is detected.
  'text/tab-separated-values': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
} as const;

export type FileFormat = (typeof fileTypes)[keyof typeof fileTypes];

/** A table of texts: missing values are empty, and numbers have the notation of programs. */
export interface TableFile {
  columns: Map<string, string[]>;
  lines: Int32Array;
  /** Units that the cells of a column name, such as USD. */
  units: Map<string, string>;
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
  return tableFile(table, nested.length > 0 ? [{ code: 'nested_columns', message }] : [], undefined);
}

/**
 * Reads a file of text. Detects its encoding, the separator of CSV, and the notation of numbers.
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
    return tableFile(builder, notes, undefined);
  }
  const { delimiter, ignoredLines } = readCsv(bytes, builder);
  if (ignoredLines > 0) {
    const lines = ignoredLines === 1 ? 'Line 1 is' : `Lines 1 to ${ignoredLines} are`;
    notes.push({ code: 'lines_above_header', message: `${lines} above the header and not read.` });
  }
  if (delimiter === ',') return tableFile(builder, notes, '.');
  notes.push({ code: 'delimiter_detected', message: `The file is separated by ${delimiterNames[delimiter]}.` });
  return tableFile(builder, notes, ',');
}

/** @param usual decimal mark of such files */
function tableFile(builder: TableBuilder, notes: readonly TableNote[], usual: '.' | ',' | undefined): TableFile {
  const { notes: rowNotes, ...table } = builder.end();
  const { notes: cellNotes, ...read } = readCells(table, usual, builder.freeColumns);
  const naNotes = Array.from(read.columns).flatMap(([name, texts]) => decideNa(name, texts) ?? []);
  return { ...read, notes: [...notes, ...rowNotes, ...cellNotes, ...naNotes] };
}

/** Makes each NA empty, so that "NA" is a text in all tables that were read. In a column of numbers, a quoted "NA" is missing too. */
function decideNa(name: string, texts: string[]): TableNote | undefined {
  const isQuoted = texts.includes(quotedNa);
  for (const [row, text] of texts.entries()) if (text.includes('NA') && text.trim() === 'NA') texts[row] = '';
  if (!isQuoted) return undefined;
  const others = new Set(texts.filter((text) => !usualMissing.has(text.trim())));
  const areNumbers = others.size > 0 && [...others].every((text) => plainNumber(text.trim(), '.') !== undefined);
  let cells = 0;
  for (const [row, text] of texts.entries())
    if (text === quotedNa) {
      cells++;
      texts[row] = areNumbers ? '' : 'NA';
    }
  const read = areNumbers ? 'missing, because the others are numbers' : 'a text. An NA without quotes is missing';
  const message = `${cells} ${cells === 1 ? 'cell' : 'cells'} of "${name}" with the quoted text "NA" ${cells === 1 ? 'is' : 'are'} read as ${read}.`;
  return { code: 'text_na', column: name, message };
}

const encodingTexts = {
  'UTF-16': 'The file has the encoding UTF-16.',
  'windows-1252': 'The file is not UTF-8. It was read as windows-1252: check letters with accents.',
};
const delimiterNames: Record<Exclude<Delimiter, ','>, string> = { ';': '";"', '\t': 'tabs', '|': '"|"' };

interface Cells {
  columns: Map<string, string[]>;
  lines: Int32Array;
}

/**
 * Reads the cells of a file as people write them. Numbers get the notation of programs, and their units are returned; a cell that is no
 * number in a column of numbers becomes empty. Notes state each of it. Numbers in the notation of
 * programs, and columns of texts, stay as they are.
 *
 * @param usual decimal mark of a file whose columns do not show theirs; undefined if the format of the file has numbers
 * @param freeColumns maximum columns to add
 */
export function readCells(
  file: Cells,
  usual: DecimalMark | undefined,
  freeColumns: number,
): Cells & { units: Map<string, string>; notes: TableNote[] } {
  const { columns, lines } = file;
  const read = Array.from(columns, ([name, texts]) => {
    const counts = countsOf(texts);
    const numbers = numbersIn(counts);
    return { name, texts, counts, numbers, notation: notationOf(counts, numbers) };
  });
  const marks = new Set(read.flatMap(({ notation }) => (notation.isCertain ? [notation.mark!] : [])));
  const [only] = marks;
  const known = only !== undefined && marks.size === 1 ? only : undefined;
  const units = new Map<string, string>();
  const byNotation = { decimal_commas: [] as string[], thousands_separators: [] as string[] };
  const own: TableNote[] = [];
  for (const { name, texts, counts, numbers, notation } of read) {
    // A decimal point is usual in all files, a decimal comma only in those that commas do not separate.
    const hasPoint = /\d\.\d/.test(notation.ambiguous ?? '');
    const mark = notation.mark ?? known ?? (hasPoint ? '.' : usual) ?? '.';
    const isClear = known !== undefined || (usual === undefined && hasPoint);
    const reading = readColumn(name, counts, numbers, isClear ? { ...notation, ambiguous: undefined } : notation, mark);
    if (!reading) continue;
    own.push(...columnNotes({ name, texts, lines, counts }, reading));
    if (reading.unit !== undefined) units.set(name, reading.unit);
    if (reading.notation) byNotation[reading.notation].push(name);
    for (const [row, text] of texts.entries()) texts[row] = reading.changes.get(text.trim()) ?? text;
  }
  const answers = severalAnswers(columns, freeColumns);
  return { columns: answers.columns, lines, units, notes: [...notationNotes(byNotation), ...own, ...answers.notes] };
}

const notationTexts = { decimal_commas: 'decimal commas', thousands_separators: 'separators of thousands' };

function notationNotes(byNotation: Record<keyof typeof notationTexts, readonly string[]>): TableNote[] {
  return (['decimal_commas', 'thousands_separators'] as const).flatMap((code) =>
    byNotation[code].length === 0
      ? []
      : [{ code, message: `These columns have ${notationTexts[code]}: ${byNotation[code].join(', ')}.` }],
  );
}
