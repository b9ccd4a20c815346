import { z } from 'zod';
import { pageQueryShape } from '../common/pagination/page.js';

export const createDatasetSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Display name, 1 to 120 characters.', examples: ['Fundraising letters'] }),
});
export type CreateDataset = z.infer<typeof createDatasetSchema>;

export const listDatasetsSchema = z.strictObject(pageQueryShape);
export type ListDatasets = z.infer<typeof listDatasetsSchema>;

const limits =
  'At most 1,000,000 rows, 1,000 columns, 25,000,000 values (rows times columns) and 50 MB, also after decompression with `Content-Encoding`.';

/** The bodies of files. */
export const datasetFiles = {
  'text/csv': z.string().meta({
    description: `CSV with a header. Empty values are missing. The separator (comma, semicolon, tab or vertical bar), the encoding (UTF-8, UTF-16 with a byte order mark, otherwise windows-1252) and decimal commas are detected. ${limits}`,
    examples: ['gave,match,age\n1,2:1,44\n0,none,61\n'],
  }),
  'text/tab-separated-values': z.string().meta({
    description: `As \`text/csv\`, usually separated by tabs. ${limits}`,
    examples: ['gave\tmatch\tage\n1\t2:1\t44\n0\tnone\t61\n'],
  }),
  'application/x-ndjson': z.string().meta({
    description: `One JSON object per line. The keys of the first one are the columns. Null values are missing. ${limits}`,
    examples: ['{"gave":1,"match":"2:1","age":44}\n{"gave":0,"match":"none","age":61}\n'],
  }),
  'application/vnd.apache.parquet': z.string().meta({
    format: 'binary',
    examples: ['PAR1…'],
    description: `Parquet, compressed with Snappy, gzip, Brotli or not. Columns that are lists or structs are not read. ${limits}`,
  }),
};
