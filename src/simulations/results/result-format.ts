import Negotiator from 'negotiator';
import { AppError } from '../../common/errors/app-error.js';

export const resultFormatNames = ['json', 'ndjson', 'csv', 'parquet'] as const;
export type ResultFormatName = (typeof resultFormatNames)[number];

export interface ResultFormat {
  name: ResultFormatName;
  /** As it is asked for. */
  mediaType: string;
  /** As it is answered. */
  contentType: string;
  /** Whether it gets smaller by being compressed. */
  compressible: boolean;
}

const text = (name: ResultFormatName, mediaType: string): ResultFormat => ({
  ...{ name, mediaType, contentType: `${mediaType}; charset=utf-8` },
  compressible: true,
});
const parquetType = 'application/vnd.apache.parquet';

export const resultFormats: Record<ResultFormatName, ResultFormat> = {
  json: text('json', 'application/json'),
  ndjson: text('ndjson', 'application/x-ndjson'),
  csv: text('csv', 'text/csv'),
  // Its columns are compressed already.
  parquet: { name: 'parquet', mediaType: parquetType, contentType: parquetType, compressible: false },
};

const mediaTypes = resultFormatNames.map((name) => resultFormats[name].mediaType);

/** The format that is named, else the one that the header `Accept` likes best; JSON where it says nothing. Throws {@link AppError} `not_acceptable`. */
export function chooseFormat(named: ResultFormatName | undefined, accept: string | undefined): ResultFormat {
  if (named) return resultFormats[named];
  if (accept === undefined || accept.trim() === '') return resultFormats.json;
  // Who names the character set means the same type.
  const offered = mediaTypes.flatMap((type) => [type, `${type};charset=utf-8`]);
  const [chosen] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  const format = Object.values(resultFormats).find(({ mediaType }) => mediaType === chosen?.split(';')[0]);
  if (!format) throw new AppError('not_acceptable', { media_types: mediaTypes });
  return format;
}
