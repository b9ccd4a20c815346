import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { sendBody } from './content-encoding.js';
import { Html, Reply, sendJson, sendDocument, StaticDocument } from './reply.js';
import { sendStream, StreamReply } from './stream-reply.js';
import express, { type Express, type RequestHandler, type Request, type Response } from 'express';

/** A load balancer can open a connection just before the shutdown. It is accepted in this time. */
const acceptMs = 200;
/** A new connection sends its request within this time. */
const firstRequestMs = 1_000;
const idleCheckIntervalMs = 50;

/** Sends the results of controllers as `{ data, meta? }`. Streams write their own envelope; pages and documents have none. */
export class EnvelopeAdapter extends ExpressAdapter {
  private readonly sockets = new Set<Socket>();

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer(messageClasses(app), app);
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
    if (result instanceof StaticDocument) return sendDocument(response, result);
    if (result instanceof Html) return sendBody(response, { type: 'text/html; charset=utf-8', text: result.text });
    if (!(result instanceof Reply)) return sendJson(response, { data: result });
    const { meta, headers, status, hasSecret } = result.extras;
    for (const name in headers) {
      // The authentication may have set a cookie before.
      if (name === 'Set-Cookie') response.append(name, headers[name]);
      else response.setHeader(name, headers[name] ?? '');
    }
    if (status !== undefined) response.statusCode = status;
    return sendJson(response, { data: result.data as unknown, ...(meta && { meta }) }, hasSecret);
  }

  /**
   * Waits for active requests, and for those of new connections. Also closes connections that become idle while it waits or send no
   * request: otherwise they stay open until their keep-alive timeout.
   */
  override async close(): Promise<void> {
    await wait(acceptMs);
    const startedAt = performance.now();
    const timer = setInterval(() => {
      this.httpServer.closeIdleConnections();
      if (performance.now() - startedAt < firstRequestMs) return;
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }, idleCheckIntervalMs);
    await super.close();
    clearInterval(timer);
  }
}

/** Creates the Express app with the settings that must be set before Nest adds its router. */
export function expressApp(arrival: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by');
  // Most responses differ each time, so that an ETag would never match.
  app.disable('etag');
  // Paths have one spelling after `arrival`, so that /V1 cannot bypass a limit on /v1.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(arrival);
  return app;
}

/**
 * Returns classes of requests and responses that already have the prototypes of the app. Otherwise Express replaces the prototype of each
 * one: V8 then shares no hidden classes between them, and each property that is set later copies a description of the object into the old heap.
 * Most of the time of a small request was this and its garbage collection.
 */
function messageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as Request;
  app.response = AppResponse.prototype as unknown as Response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
