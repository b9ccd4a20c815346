import type { Socket } from 'node:net';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { sendJson } from './send-json.js';
import { Reply } from './reply.js';
import { sendStream, StreamReply } from './stream-reply.js';

const idleCheckIntervalMs = 50;

/** Sends the results of controllers as `{ data, meta? }`. Streams write their own envelope. */
export class EnvelopeAdapter extends ExpressAdapter {
  private readonly sockets = new Set<Socket>();

  override initHttpServer(...options: Parameters<ExpressAdapter['initHttpServer']>): void {
    super.initHttpServer(...options);
    this.httpServer.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Express would check that the code is valid. All codes come from constants. */
  override status(response: Response, statusCode: number): Response {
    response.statusCode = statusCode;
    return response;
  }

  override reply(response: Response, result: unknown, statusCode?: number): unknown {
    if (result instanceof StreamableFile) return super.reply(response, result, statusCode) as unknown;
    if (result instanceof StreamReply) return sendStream(response, result);
    if (!(result instanceof Reply)) return sendJson(response, { data: result });
    const { meta, headers, status } = result.extras;
    for (const name in headers) {
      // The authentication may have set a cookie before.
      if (name === 'Set-Cookie') response.append(name, headers[name]);
      else response.setHeader(name, headers[name] ?? '');
    }
    if (status !== undefined) response.statusCode = status;
    return sendJson(response, { data: result.data as unknown, ...(meta && { meta }) });
  }

  /**
   * Waits for active requests. Also closes connections that become idle while it waits or never sent a request: otherwise they
   * stay open until their keep-alive timeout.
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
