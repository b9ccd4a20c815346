import { type DataType, dictionary, int32, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { type TableColumn, rowsOf, estimateColumns, intervalColumns, tableOf, text, type Estimate } from './table.js';
import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { sha256 } from '../../common/crypto.js';
import { arrowTypes, csvOptions } from '../results/write-agents.js';
import type { ResultFormatName } from '../results/result-format.js';
import type { FiguresRecord } from '../summary.schema.js';

/** Writes a whole table as an Arrow IPC stream. Texts that repeat have a dictionary. */
function writeArrow(columns: readonly TableColumn[]): Uint8Array {
  const types = Object.fromEntries(columns.map((column) => [column.name, typeOf(column)]));
  const table = tableFromArrays(Object.fromEntries(columns.map(({ name, cells }) => [name, cells])), { types });
  return tableToIPC(table, { format: 'stream' })!;
}

const typeOf = ({ type, cells }: TableColumn): DataType =>
  type === 'STRING' && new Set(cells).size <= cells.length / 2 ? dictionary(utf8(), int32()) : arrowTypes[type]();

export interface TableTask {
  format: ResultFormatName;
  /** In CSV only: whether the content starts with a byte order mark. */
  bom?: boolean | undefined;
  columns: readonly TableColumn[];
  /** In JSON only. */
  meta?: object | undefined;
}

export interface WrittenTable {
  content: Uint8Array;
  /** The ETag. */
  tag: string;
}

/** Writes a whole table to memory. JSON is `{ data, meta? }`, with one object per row. */
export function writeTable(task: TableTask): WrittenTable {
  return tagged(contentOf(task));
}

export const tagged = (content: Uint8Array): WrittenTable => ({ content, tag: sha256(content).toString('base64url') });

function contentOf({ format, bom, columns, meta }: TableTask): Uint8Array {
  switch (format) {
    case 'json':
      return Buffer.from(JSON.stringify({ data: rowsOf(columns), ...(meta && { meta }) }));
    case 'ndjson':
      return Buffer.from(
        rowsOf(columns)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
    case 'csv':
      return Buffer.from(
        stringify([columns.map(({ name }) => name), ...rowsOf(columns).map(Object.values)], { ...csvOptions, bom }),
      );
    case 'arrow':
      return writeArrow(columns);
    case 'parquet': {
      const columnData = columns.map(({ name, type, cells }) => ({ name, type, data: cells, nullable: true }));
      return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'simulation-service', statistics: false }));
    }
  }
}

interface FigureRow {
  kind: 'outcome' | 'outcome_group' | 'measure';
  id: string;
  label: string;
  unit?: string;
  value: Estimate;
  baseline: Estimate;
  difference: Estimate;
}

/** One row for each outcome, outcome group and measure. */
export function figuresTable({ outcomes, outcome_groups, measures }: FiguresRecord): TableColumn[] {
  const shares = [
    ...outcomes.map((own) => ({ ...own, kind: 'outcome' as const })),
    ...outcome_groups.map((own) => ({ ...own, kind: 'outcome_group' as const })),
  ].map(({ share, baseline_share: baseline, ...own }) => ({ ...own, value: share, baseline }));
  const means = measures.map(({ mean, baseline_mean: baseline, ...own }) => ({
    ...own,
    kind: 'measure' as const,
    value: mean,
    baseline,
  }));
  const rows = [...shares, ...means].map((own): FigureRow => ({
    ...own,
    value: { value: own.value, interval: own.interval, errors: own.errors },
    baseline: { value: own.baseline, interval: own.baseline_interval },
    difference: { value: own.difference, interval: own.difference_interval, errors: own.difference_errors },
  }));
  return tableOf(rows, [
    text('kind', ({ kind }) => kind),
    text('figure', ({ id }) => id),
    text('figure_label', ({ label }) => label),
    text('unit', ({ unit }) => unit),
    estimateColumns('value', ({ value }) => value),
    intervalColumns('baseline', ({ baseline }) => baseline),
    estimateColumns('difference', ({ difference }) => difference),
  ]);
}
