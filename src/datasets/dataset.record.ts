import { strictObject, z } from 'zod';
import { count, listOf, nameText, number, positive, prefixedId, text, time } from '../common/schemas.js';
import { columnRoles, columnTypes } from '../../model/authoring/variables/profile.js';
import { objectType } from '../common/http/documented.decorators.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import type { Dataset } from '../platform/database/generated/client.js';
import type { ReadDataset } from './read-dataset.js';
import { pageQueryShape } from '../common/pagination/page.js';

const dayMs = 24 * 3_600_000;

export const datasetIdSchema = prefixedId('ds', 'dataset');

const columnSchema = strictObject({
  name: text.meta({ description: 'Name in the file.', examples: ['age'] }),
  type: z.enum(columnTypes).meta({
    description:
      '`binary`: two values. `integer`, `number`: numbers. `category`: up to 50 texts. `text`: more texts. `date`: dates. `id`: a different value in most rows, or a name such as `household_id`. `constant`: one value. `empty`: none.',
    examples: ['integer'],
  }),
  missing: count.meta({ description: 'Rows without a value.', examples: [0] }),
  distinct: count.meta({ description: 'Number of different values.', examples: [2] }),
  examples: listOf({
    value: text.meta({ description: 'Value, shortened to 60 characters.', examples: ['44'] }),
    count: count.meta({ description: 'Rows with the value.', examples: [1] }),
  }).meta({
    description: 'Most frequent values, at most 20 (5,000 for all columns together), most frequent first.',
  }),
  range: strictObject({
    minimum: number.meta({ description: 'Smallest value.', examples: [44] }),
    maximum: number.meta({ description: 'Largest value.', examples: [61] }),
    mean: number.meta({ description: 'Mean, to 6 digits.', examples: [52.5] }),
    median: number.meta({ description: 'Median.', examples: [44] }),
  })
    .nullable()
    .meta({ description: 'Range of numbers; null for other types.' }),
  histogram: listOf({
    from: number.meta({ description: 'Start of the interval.', examples: [44] }),
    to: number.meta({ description: 'End of the interval, which belongs to the next one.', examples: [52.5] }),
    count: count.meta({ description: 'Rows in the interval.', examples: [1] }),
  })
    .nullable()
    .meta({
      description: 'At most 20 intervals of equal width. The last one includes its end. Null for other types.',
    }),
  guess: z
    .enum(columnRoles)
    .nullable()
    .meta({
      description: 'Likely meaning in a model, by name and values; null if there is none. Confirm it before a fit.',
      examples: [null],
    }),
}).meta({ id: 'DatasetColumn' });

const shape = {
  object: objectType('dataset'),
  id: datasetIdSchema,
  name: text.nullable().meta({ description: 'Name of the dataset.', examples: ['Fundraising letters'] }),
  format: z.enum(['csv', 'ndjson', 'parquet']).meta({ description: 'Format of the file.', examples: ['csv'] }),
  row_count: positive.meta({ description: 'Number of rows.', examples: [2] }),
  column_count: positive.meta({ description: 'Number of columns.', examples: [3] }),
  byte_count: positive.meta({ description: 'Size of the file after decompression, in bytes.', examples: [38] }),
  created_at: time.meta({ description: 'Creation time.' }),
  expires_at: time.meta({ description: 'Time at which the dataset is deleted: retention period of results.' }),
  created_by: createdBySchema,
};

/** An item of the list. The columns of a dataset take up to 4 MB. */
export const datasetSummarySchema = strictObject(shape).meta({ id: 'DatasetSummary' });
export type DatasetSummary = z.infer<typeof datasetSummarySchema>;

export const datasetRecordSchema = strictObject({
  ...shape,
  columns: z.array(columnSchema).meta({ description: 'Columns in the order of the file.' }),
  warnings: listOf({
    code: text.meta({ description: 'Stable code.', examples: ['delimiter_detected'] }),
    column: text.nullable().meta({ description: 'Column; null for the whole file.', examples: [null] }),
    message: text.meta({
      description: 'What to check, as readable text.',
      examples: ['The file is separated by ";".'],
    }),
  }).meta({
    description:
      'What was detected in the file (`delimiter_detected`, `encoding_detected`, `nested_columns`, `column_ignored`, `empty_rows`, `heading_row`, `total_row`, `remark_row`, `lines_above_header`) and in its cells (`decimal_commas`, `thousands_separators`, `ambiguous_numbers`, `unit_read`, `unreadable_cells`, `text_cells`, `spellings_merged`, `text_na`, `blank_ticks`, `several_answers`), and columns to check (`empty_column`, `constant_column`, `free_text`, `missing_values`).',
    examples: [[]],
  }),
}).meta({ id: 'Dataset' });
export type DatasetRecord = z.infer<typeof datasetRecordSchema>;

export const deletedDatasetSchema = strictObject({ id: datasetIdSchema, deleted: z.literal(true) });

export type DatasetDetails = Pick<DatasetRecord, 'columns' | 'warnings'>;

type DatasetRow = Omit<Dataset, 'organizationId' | 'details' | 'content' | 'contentKey'>;

/** @param retentionDays retention period of the tier */
export function toDatasetSummary(row: DatasetRow, retentionDays: number): DatasetSummary {
  return {
    object: 'dataset',
    id: row.id,
    name: row.name,
    format: row.format as DatasetSummary['format'],
    row_count: row.rowCount,
    column_count: row.columnCount,
    byte_count: row.byteCount,
    created_at: row.createdAt.toISOString(),
    expires_at: new Date(row.createdAt.getTime() + retentionDays * dayMs).toISOString(),
    created_by: toCreatedBy(row),
  };
}

/** The content of a record, which is stored as it is returned. */
export function datasetDetails({ columns, warnings }: ReadDataset): DatasetDetails {
  return {
    columns: columns.map(({ name, type, missing, distinct, examples, range, histogram, guess }) => ({
      name,
      type,
      missing,
      distinct,
      examples: [...examples],
      range,
      histogram: histogram && [...histogram],
      guess,
    })),
    warnings,
  };
}

export const createDatasetSchema = strictObject({
  name: nameText()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Display name, 1 to 120 characters.', examples: ['Fundraising letters'] }),
});
export type CreateDataset = z.infer<typeof createDatasetSchema>;

export const listDatasetsSchema = strictObject(pageQueryShape);
export type ListDatasets = z.infer<typeof listDatasetsSchema>;

const limits =
  'At most 1,000,000 rows, 1,000 columns, 25,000,000 values (rows times columns) and 50 MB, also after decompression with `Content-Encoding`.';

export const datasetFiles = {
  'text/csv': text.meta({
    description: `CSV with a header. Empty values are missing. The separator (comma, semicolon, tab or vertical bar), the encoding (UTF-8, UTF-16 with a byte order mark, otherwise windows-1252) and decimal commas are detected. ${limits}`,
    examples: ['gave,match,age\n1,2:1,44\n0,none,61\n'],
  }),
  'text/tab-separated-values': text.meta({
    description: `As \`text/csv\`, usually separated by tabs. ${limits}`,
    examples: ['gave\tmatch\tage\n1\t2:1\t44\n0\tnone\t61\n'],
  }),
  'application/x-ndjson': text.meta({
    description: `One JSON object per line. The keys of the first one are the columns. Null values are missing. ${limits}`,
    examples: ['{"gave":1,"match":"2:1","age":44}\n{"gave":0,"match":"none","age":61}\n'],
  }),
  'application/vnd.apache.parquet': text.meta({
    format: 'binary',
    examples: ['PAR1…'],
    description: `Parquet, compressed with Snappy, zstd, gzip, LZ4, Brotli or not. Columns that are lists or structs are not read. ${limits}`,
  }),
};
