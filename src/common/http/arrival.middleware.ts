import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../ids.js';
import { readBody } from './request-body.js';
import { makeReadable } from './readable-path.js';

/**
 * What happens to a request before its route is looked for, as one layer of Express: each costs as much as the work in it.
 * @param log sees the request with its id
 * @param trace gives back a `next` under which the rest is part of the request's trace
 */
export function arrival(
  log: (request: Request, response: Response) => void,
  trace: (request: Request, response: Response, next: NextFunction) => NextFunction,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    makeReadable(request);
    // The id under which logs, errors and the header speak of one request.
    request.id = newRequestId();
    response.setHeader('X-Request-Id', request.id);
    log(request, response);
    readBody(request, response, trace(request, response, next));
  };
}
