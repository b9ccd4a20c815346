import Negotiator from 'negotiator';
import { AppError } from '../../common/errors/app-error.js';
import type { FiguresRecord } from '../summary.schema.js';
import type { FileMetadata } from './column-table.js';

export const resultFormatNames = ['json', 'ndjson', 'csv', 'parquet', 'arrow'] as const;
export type ResultFormatName = (typeof resultFormatNames)[number];

export interface ResultFormat {
  name: ResultFormatName;
  /** In the `Accept` header. */
  mediaType: string;
  /** In the `Content-Type` header of the response. */
  contentType: string;
  compressible: boolean;
  /** Of CSV: whether it starts with a byte order mark. */
  bom?: boolean;
}

/** The query of a response with several formats. */
export interface FormatQuery {
  format?: ResultFormatName | undefined;
  bom?: 'true' | 'false' | undefined;
}

const text = (name: ResultFormatName, mediaType: string): ResultFormat => ({
  name,
  mediaType,
  contentType: `${mediaType}; charset=utf-8`,
  compressible: true,
});
const parquetType = 'application/vnd.apache.parquet';
const arrowType = 'application/vnd.apache.arrow.stream';

export const resultFormats: Record<ResultFormatName, ResultFormat> = {
  json: text('json', 'application/json'),
  ndjson: text('ndjson', 'application/x-ndjson'),
  csv: text('csv', 'text/csv'),
  // The columns are already compressed.
  parquet: { name: 'parquet', mediaType: parquetType, contentType: parquetType, compressible: false },
  arrow: { name: 'arrow', mediaType: arrowType, contentType: arrowType, compressible: true },
};

const mediaTypes = resultFormatNames.map((name) => resultFormats[name].mediaType);

/**
 * Returns the requested format, or the one that the `Accept` header prefers, or JSON if there is neither. Throws {@link AppError}
 * `not_acceptable`.
 */
export function chooseFormat({ format: name, bom }: FormatQuery, accept: string | undefined): ResultFormat {
  const format = name ? resultFormats[name] : acceptedFormat(accept);
  return format === resultFormats.csv ? { ...format, bom: bom === 'true' } : format;
}

function acceptedFormat(accept: string | undefined): ResultFormat {
  if (accept === undefined || accept.trim() === '') return resultFormats.json;
  // A media type with the character set is the same type, and CSV has a header (RFC 4180).
  const offered = mediaTypes.flatMap((type) =>
    (type === 'text/csv' ? ['', ';header=present'] : ['']).flatMap((parameter) => [
      `${type}${parameter}`,
      `${type}${parameter};charset=utf-8`,
    ]),
  );
  const [chosen] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  const format = Object.values(resultFormats).find(({ mediaType }) => mediaType === chosen?.split(';')[0]);
  if (!format) throw new AppError('not_acceptable', { media_types: mediaTypes });
  return format;
}

/** The metadata key of the error budget in a Parquet file of agents. */
export const errorBudgetKey = 'simulation_service.error_budget';

/**
 * Returns the metadata of a Parquet file of agents: shares, means and differences of all agents with their intervals and the four parts
 * of their errors, as in the summary.
 */
export function errorBudgetMetadata(summary: Omit<FiguresRecord, 'headline'>): FileMetadata[] {
  const { agent_count, outcomes, outcome_groups, measures, uncertainty } = summary;
  const budget = { agent_count, uncertainty, outcomes, outcome_groups, measures };
  return [{ key: errorBudgetKey, value: JSON.stringify(budget) }];
}
