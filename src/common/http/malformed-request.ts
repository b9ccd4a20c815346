import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';

/**
 * Express throws during routing if the path is not UTF-8, before the rate limit counts the request. This sends such a request
 * to the route for unknown paths, which reports the error.
 */
export function makeReadable(request: Request): void {
  if (!isReadable(request.path)) {
    request.pathError = AppError.validation([
      { path: '', message: 'the path is not valid UTF-8: percent-encode it as UTF-8' },
    ]);
    request.url = request.path.startsWith('/v1/') ? '/v1/' : '/';
  }
}

function isReadable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
