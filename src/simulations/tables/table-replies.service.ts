import { sha256 } from '../../common/crypto.js';
import { StreamReply } from '../../common/http/stream-reply.js';
import { chooseFormat, type ResultFormat, type ResultFormatName } from '../results/result-format.js';
import type { TableColumn } from './table.js';
import { writeTable } from './write-table.js';

/** The format of a response, chosen before it is computed. */
export interface TableFormat {
  format: ResultFormat;
  /** Whether the request names the format, so that the response is a file. */
  isDownload: boolean;
}

/** Throws {@link AppError} `not_acceptable`. */
export function tableFormat(requested: ResultFormatName | undefined, accept: string | undefined): TableFormat {
  return { format: chooseFormat(requested, accept), isDownload: requested !== undefined };
}

/**
 * Returns an analysis as JSON, or as a table in the requested format.
 *
 * @param fileName name without its ending
 */
export function tableReply(
  { format, isDownload }: TableFormat,
  fileName: string,
  { json, columns }: { json: () => { data: object; meta?: object }; columns: () => readonly TableColumn[] },
): StreamReply {
  const { name, contentType: type, compressible } = format;
  const content = name === 'json' ? Buffer.from(JSON.stringify(json())) : writeTable(name, columns());
  const headers = isDownload && { 'Content-Disposition': `attachment; filename="${fileName}.${name}"` };
  const tag = sha256(content).toString('base64url');
  return new StreamReply({ type, compressible, tag, ...(headers && { headers }) }, () => Promise.resolve({ content }));
}
