import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import type { PeopleTable } from './people-table.js';

/** A row has at most 1,000 columns. */
const maxRecordCharacters = 200_000;
const delimiters = [',', ';', '\t'] as const;

/** Reads a CSV file with a header. The separator is the most frequent one of comma, semicolon and tab in the header. */
export function readCsv(bytes: Uint8Array, table: PeopleTable): void {
  if (!isText(bytes, table)) return;
  let canRead: boolean | undefined;
  try {
    parse(bytes, {
      bom: true,
      delimiter: delimiterOf(bytes),
      skip_empty_lines: true,
      max_record_size: maxRecordCharacters,
      // Converts each row immediately: all rows as text would take several times the memory of the file.
      on_record: (record: string[]) => {
        if (canRead === undefined) canRead = table.start(record.map((name) => name.trim()));
        else if (canRead && !table.isFull) table.add((position) => record[position]);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    table.report(table.rowCount > 0 ? `rows.${table.rowCount + 1}` : '', reasonOf(error));
  }
  if (canRead === undefined) table.report('', 'is empty: expected a header and rows');
}

/** Reports bytes that no text in UTF-8 has. */
export function isText(bytes: Uint8Array, table: PeopleTable): boolean {
  if (bytes.length === 0) table.report('', 'is empty: expected a header and rows');
  else if (bytes.includes(0)) table.report('', 'contains the character U+0000: send text in UTF-8, not UTF-16');
  else if (!isUtf8(bytes)) table.report('', 'is not UTF-8: save the file with the encoding UTF-8');
  else return true;
  return false;
}

function delimiterOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(10);
  const header = Buffer.from(bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, maxRecordCharacters))).toString(
    'latin1',
  );
  const counts = delimiters.map((delimiter) => header.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

function reasonOf({ code }: CsvError): string {
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `a row has more than ${maxRecordCharacters} characters: check the line breaks and the quotes`;
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quoted value is not closed correctly: write quotes inside a value twice';
    case 'INVALID_OPENING_QUOTE':
      return 'a quote is inside an unquoted value: quote the whole value';
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return 'the row has another number of values than the header';
    default:
      return 'is not valid CSV';
  }
}
