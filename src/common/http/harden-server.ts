import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors/app-error.js';
import { newRequestId } from '../ids.js';

/** How long a caller may take to send the headers, and the whole request; who is slower holds a connection for nothing. */
export const headersTimeoutMs = 15_000;
export const requestTimeoutMs = 60_000;
/** Longer than load balancers keep an idle connection (60 s): else one of ours closes just as a request is sent on it. */
export const keepAliveTimeoutMs = 65_000;

/** Sets the limits of what Node does before a request reaches Express, and gives Node's own refusals the shape of all errors. */
export function hardenServer(server: Server): void {
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => reject(error.code, socket));
  // An expectation that we do not know may be passed over (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const codes: Record<string, 'request_timeout' | 'headers_too_large'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Nothing was understood of the request, and the connection cannot be used for another. */
function reject(reason: string | undefined, socket: Socket): void {
  if (reason === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[reason ?? ''];
  const error = code
    ? new AppError(code)
    : AppError.validation([{ path: '', message: 'the request is not valid HTTP/1.1' }]);
  const requestId = newRequestId();
  const body = JSON.stringify({
    error: error.code,
    meta: { message: error.message, ...error.meta, request_id: requestId },
  });
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
