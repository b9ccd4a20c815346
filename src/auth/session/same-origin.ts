import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface BrowserRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** The host and port to which the request was sent. */
  host: string | undefined;
}

/**
 * Returns whether a request with a cookie is safe from cross-site request forgery: it changes nothing, or one of our own pages sent it.
 * Current browsers state that in Sec-Fetch-Site, older ones in Origin. Pages cannot set these headers.
 */
export function isFromOurPages({ method, headers, host }: BrowserRequest, frontendUrl: string): boolean {
  if (safeMethods.has(method)) return true;
  const { origin } = headers;
  if (origin !== undefined && origin === new URL(frontendUrl).origin) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
