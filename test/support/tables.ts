import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import type { Cell } from '../../src/simulations/tables/table.js';
import type { ApiClient } from './api-client.js';

export type TableRow = Record<string, Cell>;

/**
 * Reads a table as Parquet, and checks that NDJSON and CSV have the same columns and figures and that all are files.
 * @param path of the analysis, with its query
 */
export async function readTable(api: ApiClient, path: string): Promise<TableRow[]> {
  const at = (format: string) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`;
  const response = await fetch(`${api.url}${at('parquet')}`, { headers: { authorization: `Bearer ${api.key}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet']);
  const rows = (await parquetReadObjects({ file: await response.arrayBuffer() })) as TableRow[];

  const ndjson = await api.call(at('ndjson'));
  const lines = ndjson.text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as TableRow)).toEqual(rows);

  const csv = await api.call(at('csv'));
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
  const [names, ...cells] = parse(csv.text, { record_delimiter: '\r\n' });
  expect(names).toEqual(Object.keys(rows[0]!));
  expect(cells).toEqual(rows.map((row) => Object.values(row).map(csvCell)));
  return rows;
}

/** A text that a spreadsheet could read as a formula gets an apostrophe. Negative numbers stay numbers. */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' && /^[=+\-@]/.test(cell) ? `'${cell}` : String(cell);
}

/** The cells of a figure with its interval, its errors and, if the analysis states them, the missing parts. */
export function estimateCells(
  name: string,
  figure: {
    value: number | null;
    interval: readonly [number, number] | null;
    errors?: Partial<Record<string, number | null>> | null;
    missing_parts?: readonly string[];
  },
): TableRow {
  const { value, interval, errors, missing_parts: missing } = figure;
  const parts = ['simulation', 'estimation', 'population', 'model', 'targets'];
  return {
    [name]: value,
    [`${name}_low`]: interval?.[0] ?? null,
    [`${name}_high`]: interval?.[1] ?? null,
    ...Object.fromEntries(parts.map((part) => [`${name}_${part}_error`, errors?.[part] ?? null])),
    ...(missing && { [`${name}_missing_parts`]: missing.join(' ') }),
  };
}
