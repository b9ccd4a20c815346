import { z } from 'zod';
import { formatSchema } from '../results/format.schema.js';
import { resultFormats } from '../results/result-format.js';
import type { Cell } from './table.js';

/** The query of a route with a table only. */
export const tableQuerySchema = z.strictObject({ format: formatSchema });
export type TableQuery = z.infer<typeof tableQuerySchema>;

const { ndjson, csv, parquet, arrow } = resultFormats;

export const tableFormatsText = `The \`Accept\` header selects JSON, \`${ndjson.mediaType}\`, \`${csv.mediaType}\`, \`${parquet.mediaType}\` or \`${arrow.mediaType}\`.`;

/** Media types and headers in the documentation of an analysis with a table. */
export const documentedTable = {
  content: Object.fromEntries([ndjson, csv, parquet, arrow].map(({ mediaType }) => [mediaType, z.string()])),
  headers: ['ETag' as const, 'Cache-Control' as const, 'Vary' as const, 'Content-Disposition' as const],
};

/** A row of a table in JSON. */
export const tableRowSchema = (example: Record<string, Cell>) =>
  z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])).meta({ examples: [example] });
