import { parquetMetadata, parquetRead, type ColumnData } from 'hyparquet';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { emptyColumn, type Column, type ColumnLayout } from '../../engine/index.js';

/** The key in the file's metadata under which the columns' exact types are kept: Parquet knows no categories. */
const layoutKey = 'simulation_service.columns';

/** Columns as one Parquet file, which any reader of that format opens: categories are strings in it. */
export function encodeColumns(columns: readonly Column[]): Uint8Array<ArrayBuffer> {
  const layout: ColumnLayout[] = columns.map(({ name, type, categories }) => ({ name, type, categories }));
  const file = parquetWriteBuffer({
    columnData: columns.map((column) => ({ name: column.name, ...toParquet(column), nullable: false })),
    kvMetadata: [{ key: layoutKey, value: JSON.stringify(layout) }],
    createdBy: 'simulation-service',
    rowGroupSize: 1_000_000,
    statistics: false,
  });
  return new Uint8Array(file);
}

function toParquet(column: Column): Pick<ColumnSource, 'type' | 'data'> {
  switch (column.type) {
    case 'category':
      return { type: 'STRING', data: Array.from(column.values, (code) => column.categories[code] ?? '') };
    case 'bool':
      return { type: 'BOOLEAN', data: Array.from(column.values, (value) => value !== 0) };
    case 'int32':
      return { type: 'INT32', data: column.values };
    case 'float64':
      return { type: 'DOUBLE', data: column.values };
  }
}

/** The columns as the engine made them, bit for bit. */
export async function decodeColumns(bytes: Uint8Array): Promise<Column[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const layoutJson = metadata.key_value_metadata?.find(({ key }) => key === layoutKey)?.value;
  if (layoutJson === undefined) throw new Error('the stored file carries no layout of their columns');
  const rowCount = Number(metadata.num_rows);
  const columns = (JSON.parse(layoutJson) as ColumnLayout[]).map((layout) => emptyColumn(layout, rowCount));
  const byName = new Map(columns.map((column) => [column.name, column]));
  await parquetRead({
    file,
    metadata,
    onChunk: (chunk: ColumnData) => fill(byName.get(chunk.columnName), chunk),
  });
  return columns;
}

function fill(column: Column | undefined, { columnData, rowStart }: ColumnData): void {
  if (!column) return;
  const codes = new Map(column.categories?.map((category, code) => [category, code]));
  for (let index = 0; index < columnData.length; index++) {
    const value: unknown = columnData[index];
    column.values[rowStart + index] = column.type === 'category' ? (codes.get(value as string) ?? 0) : Number(value);
  }
}
