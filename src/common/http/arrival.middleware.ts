import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newRequestId } from '../crypto.js';
import { readBody } from './request-body.js';
import { markMalformed } from './error.filter.js';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AppError } from '../errors/app-error.js';

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

/** The fields that the steps before routing add to a request. */
declare module 'express-serve-static-core' {
  interface Request extends ClientAddress {
    id: string;
    /** The error of reading the body. It is reported only after the caller is authenticated. */
    bodyError?: unknown;
    /** The error of a malformed request. It is reported only after the rate limit has counted the request. */
    malformed?: AppError;
  }
}

interface ClientAddress {
  /** An IP address without port, brackets or zone. IPv4 has its own form, not the IPv6 one. Empty for a closed connection. */
  address: string;
  /** Whether a trusted proxy sent an entry in X-Forwarded-For that contains no IP address, such as `unknown`. */
  hasUnreadableEntry: boolean;
}

/**
 * Returns the last address that no trusted proxy has. It reads X-Forwarded-For from its end, because a client can send the start. An
 * entry without an address ends it at the proxy that sent the entry: otherwise each random text would be a new client for the limits.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): ClientAddress {
  let address = addressOf(peer ?? '') ?? '';
  const entries = forwardedFor === undefined ? [] : String(forwardedFor).split(',');
  for (const entry of entries.reverse()) {
    if (!isTrusted(address)) break;
    const named = addressOf(entry.trim());
    if (named === undefined) return { address, hasUnreadableEntry: true };
    address = named;
  }
  return { address, hasUnreadableEntry: false };
}

/** Reads `203.0.113.7:50001`, `[2001:db8::1]:443`, `"[2001:db8::1]"` and `fe80::1%eth0`, among others. Undefined without an address. */
function addressOf(entry: string): string | undefined {
  const unquoted = entry.replace(/^"(.*)"$/, '$1');
  const text = isIP(unquoted) > 0 ? unquoted : unquoted.replace(/:(\d{1,5}|_[\w.-]+)$/, '').replace(/^\[(.*)\]$/, '$1');
  if (isIP(text) === 0) return undefined;
  return ipaddr.process(text.split('%', 1)[0]!).toString();
}
