import type { ServerResponse } from 'node:http';

/** The headers of every response. A route that needs another value, such as a page with a style, replaces it. */
const headers: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

/** One year. Browsers that have connected over HTTPS once never use plain HTTP again. */
const transportSecurity = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** Returns the default headers. Only production has HSTS: a browser would apply it to every other service on localhost. */
export function defaultHeaders(isProduction: boolean): typeof headers {
  return isProduction ? [...headers, transportSecurity] : headers;
}

/** Sets the default headers. Responses below `/v1/` can depend on the caller, so that no cache may store them. */
export function setDefaultHeaders(response: ServerResponse, defaults: typeof headers, path: string): void {
  for (const [name, value] of defaults) response.setHeader(name, value);
  if (path.startsWith('/v1/')) response.setHeader('Cache-Control', 'no-store');
}
