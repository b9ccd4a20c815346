import type { Socket } from 'node:net';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { sendJson } from './send-json.js';
import { Reply } from './reply.js';
import { sendStream, StreamReply } from './stream-reply.js';

const idleCheckIntervalMs = 50;

/** Sends every answer of a controller as `{ data, meta? }`; streams write their own envelope. */
export class EnvelopeAdapter extends ExpressAdapter {
  private readonly sockets = new Set<Socket>();

  override initHttpServer(...options: Parameters<ExpressAdapter['initHttpServer']>): void {
    super.initHttpServer(...options);
    this.httpServer.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  override reply(response: Response, result: unknown, statusCode?: number): unknown {
    if (result instanceof StreamableFile) return super.reply(response, result, statusCode) as unknown;
    if (result instanceof StreamReply) return sendStream(response, result);
    if (!(result instanceof Reply)) return sendJson(response, { data: result });
    const { meta, headers, status } = result.extras;
    for (const name in headers) response.setHeader(name, headers[name] ?? '');
    if (status !== undefined) response.statusCode = status;
    return sendJson(response, { data: result.data as unknown, ...(meta && { meta }) });
  }

  /**
   * Waits for what is under way. A connection on which an answer ends only now, or on which nothing was asked yet, would else be kept for
   * a request that cannot come any more.
   */
  override async close(): Promise<void> {
    const timer = setInterval(() => {
      this.httpServer.closeIdleConnections();
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }, idleCheckIntervalMs);
    await super.close();
    clearInterval(timer);
  }
}
