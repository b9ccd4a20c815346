import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../crypto.js';
import { clientAddress } from './client-address.js';
import { readBody } from './request-body.js';
import { markMalformed } from './error.filter.js';

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

/** Sets the default headers. Responses of the API and of MCP can depend on the caller, so that no cache may store them. */
function setDefaultHeaders(response: ServerResponse, defaults: typeof headers, path: string): void {
  for (const [name, value] of defaults) response.setHeader(name, value);
  if (path.startsWith('/v1/') || path === '/mcp') response.setHeader('Cache-Control', 'no-store');
}

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
