import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface BrowserRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** Host and port under which the caller reached us. */
  host: string | undefined;
}

/**
 * Whether a request that a browser sends its cookie along with can have been wanted by its user: it changes nothing, or one of
 * our own pages sent it. Browsers of today say so in Sec-Fetch-Site, older ones in Origin; neither can be set by a page.
 */
export function isFromOurPages({ method, headers, host }: BrowserRequest, frontendUrl: string): boolean {
  if (safeMethods.has(method)) return true;
  const { origin } = headers;
  if (origin !== undefined && origin === new URL(frontendUrl).origin) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
