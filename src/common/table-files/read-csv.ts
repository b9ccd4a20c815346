import { CsvError, parse } from 'csv-parse/sync';
import type { RowSink } from './table-builder.js';
import { isText } from './text-file.js';

/** A row has at most 1,000 columns. */
const maxRecordCharacters = 200_000;
const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Ends the parser early. */
class Enough extends Error {}

/**
 * Reads a CSV file in UTF-8 with a header. A first line such as `sep=;`, which Excel writes, names the separator. Otherwise, it is the most
 * frequent one of comma, semicolon, tab and vertical bar in the header.
 *
 * @returns the separator
 */
export function readCsv(bytes: Uint8Array, sink: RowSink): Delimiter {
  if (!isText(bytes, sink)) return ',';
  const named = namedDelimiter(bytes);
  const delimiter = named ?? delimiterOf(bytes);
  let lastLine = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      from_line: named === undefined ? 1 : 2,
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
    if (error instanceof Enough) return delimiter;
    if (!(error instanceof CsvError)) throw error;
    // A value that never ends is noticed far after its row.
    const isWhole = error.code.startsWith('CSV_RECORD_') && typeof error['lines'] === 'number';
    const place = { row: sink.rowCount + 1, line: isWhole ? Number(error['lines']) : lastLine + 1 };
    sink.reject(reasonOf(error, delimiter), lastLine > 0 ? place : undefined);
    return delimiter;
  }
  if (lastLine === 0) sink.reject('is empty: expected a header and rows');
  return delimiter;
}

/** The separator in the directive of the first line. */
function namedDelimiter(bytes: Uint8Array): Delimiter | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const named = /^"?sep=([,;\t|]|\\t)"?\r?(\n|$)/i.exec(start)?.[1];
  return named === '\\t' ? '\t' : (named as Delimiter | undefined);
}

/** Quoted names can contain separators. */
function delimiterOf(bytes: Uint8Array): Delimiter {
  const end = bytes.indexOf(10);
  const header = Buffer.from(bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, maxRecordCharacters)))
    .toString('latin1')
    .replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
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
