import { CsvError, parse } from 'csv-parse/sync';
import { type CsvHeader, csvHeader, type Delimiter, maxHeaderBytes } from './csv-header.js';
import type { RowSink } from './table-builder.js';
import { quotedNa } from './cells/cell-texts.js';
import { isText, startOf } from './text-file.js';

/** A row has at most 1,000 columns. */
const maxRecordCharacters = 200_000;

class Enough extends Error {}

export function readCsv(bytes: Uint8Array, sink: RowSink): CsvHeader {
  if (/^\s*(?:\{\s*"|\[\s*[{[])/.test(startOf(bytes))) {
    sink.reject('is JSON: write one object per line, and send it with the media type application/x-ndjson');
  } else if (isText(bytes, sink)) return readText(bytes, sink);
  return { delimiter: ',', line: 1, ignoredLines: 0 };
}

function readText(bytes: Uint8Array, sink: RowSink): CsvHeader {
  const header = csvHeader(Buffer.from(bytes.subarray(0, maxHeaderBytes)).toString());
  const { delimiter } = header;
  let lastLine = 0;
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      from_line: header.line,
      skip_empty_lines: true,
      max_record_size: maxRecordCharacters,
      // Most files have no such cell, and a call for each cell takes time.
      cast: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"NA"') && castNa,
      // Converts each row immediately: all rows as text would take several times the memory of the file.
      on_record: (record: string[], { lines }) => {
        if (lastLine > 0) sink.add((position) => record[position], lines);
        else if (!sink.start(record.map((name) => (name === quotedNa ? 'NA' : name.trim())))) throw new Enough();
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

const castNa = (text: string, { quoting }: { quoting: boolean }) => (quoting && text === 'NA' ? quotedNa : text);

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
