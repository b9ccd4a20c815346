import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../ids.js';
import { clientAddress } from './client-address.js';
import { setDefaultHeaders, type defaultHeaders } from './default-headers.js';
import { readBody } from './request-body.js';
import { markMalformed } from './malformed-request.js';

/**
 * Handles a request before routing: path, default headers, request id, client address, log, trace and body. It is one Express layer,
 * because each layer adds overhead.
 * @param isTrustedProxy whether X-Forwarded-For of this address counts
 * @param headers the default headers of every response
 * @param log receives the request after it has an id
 * @param trace returns a `next` that runs the rest of the request within its trace
 */
export function arrival(
  isTrustedProxy: (address: string) => boolean,
  headers: ReturnType<typeof defaultHeaders>,
  log: (request: Request, response: Response) => void,
  trace: (request: Request, response: Response, next: NextFunction) => NextFunction,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    removeTrailingSlash(request);
    markMalformed(request);
    setDefaultHeaders(response, headers, request.path);
    // Logs, errors and the response header contain this id.
    request.id = newRequestId();
    const { socket, headers: sent } = request;
    Object.assign(request, clientAddress(socket.remoteAddress, sent['x-forwarded-for'], isTrustedProxy));
    response.setHeader('X-Request-Id', request.id);
    log(request, response);
    readBody(request, response, trace(request, response, next));
  };
}

/** Later steps see one spelling of each path: `/v1/usage/` is the same as `/v1/usage`. */
function removeTrailingSlash(request: Request): void {
  const { path, url } = request;
  // `/v1/` has the rate limit of unknown paths.
  const hasOne = path.endsWith('/') && !path.endsWith('//') && path !== '/' && path !== '/v1/';
  // The URL of a request to a proxy starts with its origin.
  if (hasOne && url.startsWith(path)) request.url = path.slice(0, -1) + url.slice(path.length);
}
