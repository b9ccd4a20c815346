import { CsvError, parse } from 'csv-parse/sync';
import type { RowSink } from './table-builder.js';
import { isText } from './text-file.js';

/** A row has at most 1,000 columns. */
const maxRecordCharacters = 200_000;

class Enough extends Error {}

export function readCsv(bytes: Uint8Array, sink: RowSink): CsvHeader {
  if (!isText(bytes, sink)) return { delimiter: ',', line: 1, ignoredLines: 0 };
  const header = csvHeader(bytes);
  const { delimiter } = header;
  let lastLine = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      from_line: header.line,
      skip_empty_lines: true,
      max_record_size: maxRecordCharacters,
      // Converts each row immediately: all rows as text would take several times the memory of the file.
      on_record: (record: string[], { lines }) => {
        if (lastLine > 0) sink.add((position) => record[position], lines);
        else if (!sink.start(record.map((name) => name.trim()))) throw new Enough();
        lastLine = lines;
        if (sink.isFull) throw new Enough();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof Enough) return header;
    if (!(error instanceof CsvError)) throw error;
    // A value that never ends is noticed far after its row.
    const isWhole = error.code.startsWith('CSV_RECORD_') && typeof error['lines'] === 'number';
    const place = { row: sink.rowCount + 1, line: isWhole ? Number(error['lines']) : lastLine + 1 };
    sink.reject(reasonOf(error, delimiter), lastLine > 0 ? place : undefined);
    return header;
  }
  if (lastLine === 0) sink.reject('is empty: expected a header and rows');
  return header;
}

function reasonOf({ code }: CsvError, delimiter: Delimiter): string {
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `a row has more than ${maxRecordCharacters} characters: check the line breaks and the quotes, or remove columns`;
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quoted value is not closed correctly: write quotes inside a value twice';
    case 'INVALID_OPENING_QUOTE':
      return 'a quote is inside an unquoted value: quote the whole value';
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return `the row has another number of values than the header: quote values that contain ${JSON.stringify(delimiter)}`;
    default:
      return 'is not valid CSV';
  }
}

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

interface CsvHeader {
  readonly delimiter: Delimiter;
  readonly line: number;
  /** Lines above the header that are not read, without a directive such as `sep=;`. */
  readonly ignoredLines: number;
}

/** Titles and comments above a header end within these lines and characters. */
const maxLines = 40;
const maxCharacters = 200_000;
/** Rows below a header that must have its number of cells. */
const comparedRows = 3;

/**
 * Finds the header of a CSV file in UTF-8. A first line such as `sep=;`, which Excel writes, names the separator. Otherwise, it is the most
 * frequent one of comma, semicolon, tab and vertical bar in the header. Empty lines, comments with `#` and titles are above the header.
 */
function csvHeader(bytes: Uint8Array): CsvHeader {
  const lines = Buffer.from(bytes.subarray(0, maxCharacters))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n', maxLines)
    .map((line) => line.replace(/\r$/, ''));
  const named = /^"?sep=([,;\t|]|\\t)"?$/i.exec(lines[0]!)?.[1];
  if (named !== undefined)
    return { delimiter: named === '\\t' ? '\t' : (named as Delimiter), line: 2, ignoredLines: 0 };
  const usual = { delimiter: widest(lines[0]!), line: 1, ignoredLines: 0 };
  return isAboveHeader(lines, usual.delimiter) ? (headerBelow(lines) ?? usual) : usual;
}

/** Cells of a line. Quoted ones can contain separators. */
const cellsOf = (line: string, delimiter: Delimiter) =>
  line
    .replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(delimiter, ' '))
    .split(delimiter)
    .map((cell) => cell.trim());

function widest(line: string): Delimiter {
  const counts = delimiters.map((delimiter) => cellsOf(line, delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** Whether the first line is empty, a comment, or a title: one text above rows with several cells. */
function isAboveHeader([first, ...rows]: readonly string[], delimiter: Delimiter): boolean {
  const [start, ...others] = cellsOf(first!, delimiter);
  const isAlone = others.every((cell) => cell === '');
  // A quoted name can contain line breaks.
  if (first!.split('"').length % 2 === 0) return false;
  return (
    first!.startsWith('#') || (isAlone && (start === '' || rows.some((row) => cellsOf(row, widest(row)).length > 1)))
  );
}

/** The first line of different texts above rows with as many cells, some of which are numbers. */
function headerBelow(lines: readonly string[]): CsvHeader | undefined {
  const isNumber = (cell: string) => /^\W*\d[\d.,]*(?:[^\w.,]\W*)?$/.test(cell);
  for (const [k, text] of lines.entries()) {
    const delimiter = widest(text);
    const names = cellsOf(text, delimiter);
    const rows = lines.slice(k + 1).filter((line) => /[^\s,;|]/.test(line));
    const below = rows.slice(0, comparedRows).map((row) => cellsOf(row, delimiter));
    const isHeader =
      names.length > 1 &&
      !text.startsWith('#') &&
      names.every((name) => name !== '' && !isNumber(name)) &&
      new Set(names).size === names.length &&
      below.length > 0 &&
      below.every((cells) => cells.length === names.length) &&
      below.some((cells) => cells.some(isNumber));
    if (isHeader) return { delimiter, line: k + 1, ignoredLines: k };
  }
  return undefined;
}
