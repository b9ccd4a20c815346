import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import type { Table } from '../../calibration/rows/table.js';
import { CommandError } from '../command-error.js';

/** Reads a CSV file (RFC 4180, UTF-8, with a header) as strings by column. @throws CommandError with the file name and line */
export function readTable(file: string): Table {
  const [header, ...records] = parsed(file);
  if (!header) throw new CommandError(`${file} is empty. It must contain a header and rows.`);
  const names = header.record;
  const duplicate = names.find((name, k) => names.indexOf(name) !== k);
  if (duplicate !== undefined) throw new CommandError(`${file} contains the column "${duplicate}" twice.`);
  return {
    lines: Int32Array.from(records, ({ line }) => line),
    columns: new Map(names.map((name, k) => [name, records.map(({ record }) => record[k]!)])),
  };
}

interface Parsed {
  readonly record: string[];
  readonly line: number;
}

function parsed(file: string): Parsed[] {
  try {
    const records: Parsed[] = [];
    parse(readFileSync(file), {
      bom: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => void records.push({ record, line: lines }),
    });
    return records;
  } catch (error) {
    throw new CommandError(`Cannot read ${file} as CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}
