import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { sendJson } from './json-answer.js';
import { Reply } from './reply.js';
import { sendStream, StreamReply } from './stream-reply.js';

/** Sends every answer of a controller as `{ data, meta? }`; streams write their own envelope. */
export class EnvelopeAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, statusCode?: number): unknown {
    if (result instanceof StreamableFile) return super.reply(response, result, statusCode) as unknown;
    if (result instanceof StreamReply) return sendStream(response, result);
    if (!(result instanceof Reply)) return sendJson(response, { data: result });
    const { meta, headers, status } = result.extras;
    for (const name in headers) response.setHeader(name, headers[name] ?? '');
    if (status !== undefined) response.statusCode = status;
    return sendJson(response, { data: result.data as unknown, ...(meta && { meta }) });
  }
}
