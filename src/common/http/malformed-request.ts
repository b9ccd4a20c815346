import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';

/**
 * Sends a malformed request to the route for unknown paths, which reports its error after the rate limit has counted it. Express itself would
 * throw before that if the path is not UTF-8.
 */
export function markMalformed(request: Request): void {
  const message = problemOf(request);
  if (message === undefined) return;
  request.malformed = AppError.validation([{ path: '', message }]);
  request.url = request.path.startsWith('/v1/') ? '/v1/' : '/';
}

function problemOf({ path, headersDistinct }: Request): string | undefined {
  if (!isReadable(path)) return 'the path is not valid UTF-8: percent-encode it as UTF-8';
  // RFC 9112, 3.2: a proxy in front may use another one of the hosts. Node rejects a request without a host.
  if ((headersDistinct['host'] ?? []).length > 1) return 'the request has several Host headers: send one';
  // Node would use the first one, and a proxy may check another.
  if (new Set(headersDistinct['authorization']).size > 1)
    return 'the request has several different Authorization headers: send one';
  return undefined;
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
