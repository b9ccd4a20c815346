import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';

/**
 * Express throws for a path that is no UTF-8 while it looks for the route, before anything is counted. Such a request goes on to
 * where unknown paths go, and is told there what is wrong.
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
