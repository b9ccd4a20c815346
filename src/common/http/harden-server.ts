import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors/app-error.js';
import { newRequestId } from '../crypto.js';
import type { defaultHeaders } from './arrival.middleware.js';

const checksPerTimeout = 6;

interface Progress {
  sentBytes: number;
  /** Successive checks that found no progress. They do not run while this process is too busy to send anything. */
  idleChecks: number;
}

/**
 * Closes connections whose client reads nothing of a response for the whole timeout, because the unread part stays in memory. A slow client
 * is not affected. Node has only a timeout for connections on which nothing happens, which would also end responses that wait.
 */
export function endStalledResponses(server: Server, timeoutMs: number): void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { sentBytes: 0, idleChecks: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const check = () => {
    for (const [socket, progress] of sockets) {
      const sentBytes = sentBytesOf(socket);
      if (socket.writableLength === 0 || sentBytes !== progress.sentBytes) {
        Object.assign(progress, { sentBytes, idleChecks: 0 });
      } else if (++progress.idleChecks === checksPerTimeout) {
        socket.destroy();
      }
    }
  };
  const timer = setInterval(check, timeoutMs / checksPerTimeout).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * The bytes that the operating system has accepted. A write of several megabytes is one operation, so that its progress is visible only
 * here. Node's own socket timeout reads the same property.
 */
function sentBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Limits for receiving the headers and the whole request, so that slow clients do not occupy connections. */
export const headersTimeoutMs = 15_000;
export const requestTimeoutMs = 60_000;
/** Longer than the idle timeout of load balancers (60 s). Otherwise the server can close a connection while a request is being sent. */
const keepAliveTimeoutMs = 65_000;
/** The idle time that responses promise to clients. It is shorter, so that a client never sends a request while the server closes its connection. */
export const promisedIdleSeconds = 60;

interface ServerLimits {
  headers: ReturnType<typeof defaultHeaders>;
  publicUrl: string;
  maxConnections: number;
  stallTimeoutMs: number;
}

/** Sets the limits of the Node server, and gives the errors of Node itself the format of all API errors. */
export function hardenServer(
  server: Server,
  { headers, publicUrl, maxConnections, stallTimeoutMs }: ServerLimits,
): void {
  server.maxConnections = maxConnections;
  endStalledResponses(server, stallTimeoutMs);
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.prependListener('request', (_request, response) => {
    response.setHeader('Keep-Alive', `timeout=${promisedIdleSeconds}`);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    reject(error.code, socket, { headers, publicUrl }),
  );
  // A server may ignore an unknown expectation (RFC 9110, 10.1.1). Node would respond 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const codes: Record<string, 'request_timeout' | 'headers_too_large'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

function reject(
  reason: string | undefined,
  socket: Socket,
  { headers, publicUrl }: Pick<ServerLimits, 'headers' | 'publicUrl'>,
): void {
  if (reason === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[reason ?? ''];
  const error = code
    ? new AppError(code)
    : AppError.validation([{ path: '', message: 'the request is not valid HTTP/1.1' }]);
  const requestId = newRequestId();
  const body = JSON.stringify(error.responseBody(requestId, publicUrl));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...[...headers, ...Object.entries(error.responseHeaders())].map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
