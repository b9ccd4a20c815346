/** Media types of files with rows. */
export const fileTypes = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
} as const;

export type FileFormat = (typeof fileTypes)[keyof typeof fileTypes];
