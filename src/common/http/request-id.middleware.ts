import type { NextFunction, Request, Response } from 'express';
import { newPrefixedId } from '../ids.js';

/** The id under which logs, errors and the `X-Request-Id` header speak of one request. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const id = newPrefixedId('req');
  request.id = id;
  response.setHeader('X-Request-Id', id);
  next();
}
