import Negotiator from 'negotiator';
import { AppError } from '../../common/errors/app-error.js';

export const resultFormatNames = ['json', 'ndjson', 'csv', 'parquet', 'arrow'] as const;
export type ResultFormatName = (typeof resultFormatNames)[number];

export interface ResultFormat {
  name: ResultFormatName;
  /** In the `Accept` header. */
  mediaType: string;
  /** In the `Content-Type` header of the response. */
  contentType: string;
  compressible: boolean;
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
export function chooseFormat(requested: ResultFormatName | undefined, accept: string | undefined): ResultFormat {
  if (requested) return resultFormats[requested];
  if (accept === undefined || accept.trim() === '') return resultFormats.json;
  // A media type with the character set is the same type.
  const offered = mediaTypes.flatMap((type) => [type, `${type};charset=utf-8`]);
  const [chosen] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  const format = Object.values(resultFormats).find(({ mediaType }) => mediaType === chosen?.split(';')[0]);
  if (!format) throw new AppError('not_acceptable', { media_types: mediaTypes });
  return format;
}
