import { join } from 'node:path';
import { StreamReply } from '../../common/http/stream-reply.js';
import type { Owner } from '../../common/identity/caller.js';
import type { RequestThreads } from '../../platform/process/request-threads.service.js';
import { chooseFormat, type ResultFormat, type FormatQuery, resultFormats } from '../results/result-format.js';
import type { TableColumn, Cell } from './table.js';
import { tagged, writeTable, type TableTask, type WrittenTable } from './write-table.js';
import { z } from 'zod';
import { formatShape } from '../results/results.schema.js';

/** The format of a response, chosen before it is computed. */
export interface TableFormat {
  format: ResultFormat;
  /** Whether the request names the format, so that the response is a file. */
  isDownload: boolean;
}

/** Throws {@link AppError} `not_acceptable`. */
export function tableFormat(query: FormatQuery, accept: string | undefined): TableFormat {
  return { format: chooseFormat(query, accept), isDownload: query.format !== undefined };
}

export interface TableContent {
  columns: () => readonly TableColumn[];
  /** The response as JSON. Default: one object per row. */
  json?: () => { data: object };
  /** In JSON only. */
  meta?: object | undefined;
}

/** Cells of a table that the process writes itself, in a few milliseconds. */
const maxOwnCells = 5_000;

/** Sends analyses as JSON or as tables. Writes large tables in a thread, where organizations take turns. */
export class TableReplies {
  constructor(
    private readonly threads: RequestThreads,
    private readonly file = join(import.meta.dirname, 'table.thread.js'),
  ) {}

  /**
   * Throws `AppError` `service_unavailable` or `rate_limited` if too many large tables wait.
   *
   * @param fileName name without its ending
   */
  async reply(
    { organizationId }: Owner,
    { format, isDownload }: TableFormat,
    fileName: string,
    { columns, json, meta }: TableContent,
  ): Promise<StreamReply> {
    const { name, contentType: type, compressible, bom } = format;
    const { content, tag } =
      name === 'json' && json
        ? tagged(Buffer.from(JSON.stringify(json())))
        : await this.write(organizationId, { format: name, bom, columns: columns(), meta });
    const headers = isDownload && { 'Content-Disposition': `attachment; filename="${fileName}.${name}"` };
    return new StreamReply({ type, compressible, tag, ...(headers && { headers }) }, () =>
      Promise.resolve({ content }),
    );
  }

  private write(organizationId: string, task: TableTask): Promise<WrittenTable> {
    const cells = task.columns.reduce((sum, column) => sum + column.cells.length, 0);
    if (cells <= maxOwnCells) return Promise.resolve(writeTable(task));
    return this.threads.inTurn<TableTask, WrittenTable, WrittenTable>(this.file, organizationId, (run) => run(task));
  }
}

export const tableQuerySchema = z.strictObject(formatShape);
export type TableQuery = z.infer<typeof tableQuerySchema>;

const { ndjson, csv, parquet, arrow } = resultFormats;

export const tableFormatsText = `The \`Accept\` header selects JSON, \`${ndjson.mediaType}\`, \`${csv.mediaType}\`, \`${parquet.mediaType}\` or \`${arrow.mediaType}\`.`;

/** Media types and headers in the documentation of an analysis with a table. */
export const documentedTable = {
  content: Object.fromEntries([ndjson, csv, parquet, arrow].map(({ mediaType }) => [mediaType, z.string()])),
  headers: ['ETag' as const, 'Cache-Control' as const, 'Vary' as const, 'Content-Disposition' as const],
};

export const tableRowSchema = (example: Record<string, Cell>) =>
  z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])).meta({ examples: [example] });
