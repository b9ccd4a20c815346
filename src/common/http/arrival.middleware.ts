import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../ids.js';
import { setDefaultHeaders, type defaultHeaders } from './default-headers.js';
import { readBody } from './request-body.js';
import { markMalformed } from './malformed-request.js';

/**
 * Handles a request before routing: path check, default headers, request id, log, trace and body. It is one Express layer,
 * because each layer adds overhead.
 * @param headers the default headers of every response
 * @param log receives the request after it has an id
 * @param trace returns a `next` that runs the rest of the request within its trace
 */
export function arrival(
  headers: ReturnType<typeof defaultHeaders>,
  log: (request: Request, response: Response) => void,
  trace: (request: Request, response: Response, next: NextFunction) => NextFunction,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    markMalformed(request);
    setDefaultHeaders(response, headers, request.path);
    // Logs, errors and the response header contain this id.
    request.id = newRequestId();
    request.address = request.ip ?? '';
    response.setHeader('X-Request-Id', request.id);
    log(request, response);
    readBody(request, response, trace(request, response, next));
  };
}
