import { parse } from 'csv-parse/browser/esm/sync';
import { csvHeader } from '../../../../src/common/table-files/csv-header.js';

/** Bytes at the start of a file that are read to suggest the mapping. The service reads the whole file. */
const sampleBytes = 1_000_000;

/** The columns at the start of a CSV file. */
export interface CsvSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export async function readSample(file: Blob): Promise<CsvSample> {
  const text = await file.slice(0, sampleBytes).text();
  // The last line of a long file may be incomplete.
  return sampleOf(file.size > sampleBytes ? text.slice(0, text.lastIndexOf('\n')) : text);
}

/** The service reports the rows that it cannot read. */
export function sampleOf(text: string): CsvSample {
  const { delimiter, line } = csvHeader(text);
  const [header = [], ...rows] = parse(text, {
    ...{ bom: true, delimiter, from_line: line, skip_empty_lines: true },
    ...{ relax_column_count: true, skip_records_with_error: true },
  });
  return { header: header.map((name) => name.trim()), rows };
}
