import createClient, { type Client, createQuerySerializer } from 'openapi-fetch';
import { ApiError, type ConnectionError, errorOf, notJson } from './errors.js';
import type { paths } from './generated/schema.js';
import { ResponseWatch } from './response-watch.js';
import { version } from './version.js';

export interface TransportOptions {
  /** Without a key, a browser sends its session cookie. */
  apiKey?: string | undefined;
  /** Address of the service, which can have a path. Default: `http://127.0.0.1:3000`. */
  baseUrl?: string | undefined;
  /** Maximum time without a byte of the service: before a response, within its body, and in a stream. Default: 60 s. */
  timeoutMs?: number | undefined;
  /** Retries of a request after connection errors and temporary errors. Default: 2. */
  maxRetries?: number | undefined;
  /** Headers of each request, read for each attempt. */
  headers?: (() => Record<string, string | undefined>) | undefined;
  /** Default: the `fetch` of the platform. */
  fetch?: typeof fetch | undefined;
}

/** All operations of the API, by method and path. Methods throw for error responses. */
export type Api = Client<paths>;

/** A request to any path. */
export type Send = (path: string, init?: SendOptions) => Promise<Response>;

export interface SendOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  query?: object | undefined;
  headers?: Record<string, string | undefined> | undefined;
  signal?: AbortSignal | undefined;
}

/** The same for all operations: `fields=a&fields=b` and `where[sex]=female`. */
const querySerializer = createQuerySerializer();

/** A longer delay that the service requests is left to the caller. */
const longestDelaySeconds = 60;

/** Browsers have their own, and another header would need the permission of the service. */
const userAgent = globalThis.process?.versions?.node ? `simulation-service-typescript/${version}` : undefined;

/**
 * The requests of the client: credentials, an idempotency key for each POST, timeout, retries, and an error for each response other than 2xx.
 */
export function createTransport(options: TransportOptions = {}): { api: Api; send: Send } {
  const { timeoutMs = 60_000, maxRetries = 2 } = options;
  const baseUrl = addressOf(options.baseUrl);
  const apiKey = keyOf(options.apiKey);
  const send = async (request: Request): Promise<Response> => {
    for (let retry = 0; ; retry++) {
      const watch = new ResponseWatch(baseUrl, timeoutMs, request.signal);
      const attempt = await attemptOf(retry < maxRetries ? request.clone() : request, options, watch);
      if (attempt instanceof Response && (attempt.ok || attempt.status === 304)) return attempt;
      const error = attempt instanceof Response ? await errorOf(attempt) : attempt;
      const delayMs = retry < maxRetries ? retryDelayMs(error, retry) : undefined;
      if (delayMs === undefined) throw error;
      await delay(delayMs, request.signal);
    }
  };
  const prepared = (request: Request): Promise<Response> => {
    if (apiKey) request.headers.set('authorization', `Bearer ${apiKey}`);
    if (userAgent) request.headers.set('user-agent', userAgent);
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    return send(request);
  };
  const api = createClient<paths>({ baseUrl, fetch: prepared });
  api.use({
    onResponse({ response, options: { parseAs } }) {
      if (parseAs === 'json' && response.headers.get('content-type')?.startsWith('text/')) throw notJson();
    },
  });
  return {
    api,
    send: (path, { method = 'GET', body, query = {}, headers = {}, signal } = {}) => {
      const url = new URL(baseUrl + path);
      url.search = querySerializer(query);
      const known = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return prepared(
        new Request(url, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...Object.fromEntries(known) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
      );
    },
  };
}

/** The address without a slash at the end: paths of the API follow, also those after a path of a proxy. */
function addressOf(baseUrl = 'http://127.0.0.1:3000'): string {
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(baseUrl))
    throw new TypeError(`The base URL is invalid. It starts with http:// or https:// and has no query: ${baseUrl}`);
  return baseUrl.replace(/\/+$/, '');
}

/** A key with a line break is an error whose text does not contain the key. */
function keyOf(apiKey: string | undefined): string | undefined {
  const key = apiKey?.trim();
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('The API key has invalid characters. It starts with sk_test_ or sk_live_.');
  return key || undefined;
}

/** Returns the response, or the error of a connection. Throws if the caller aborted. */
async function attemptOf(
  request: Request,
  { fetch: send = globalThis.fetch, headers }: TransportOptions,
  watch: ResponseWatch,
): Promise<Response | ConnectionError> {
  for (const [name, value] of Object.entries(headers?.() ?? {})) if (value) request.headers.set(name, value);
  try {
    return await watch.receive(await watch.within(send(request, { signal: watch.signal })));
  } catch (error) {
    if (request.signal.aborted) throw error;
    return watch.failureOf(error);
  }
}

/** Delay before the next attempt: as requested, or half a second that doubles, with jitter. Undefined if there is none. */
function retryDelayMs(error: ApiError | ConnectionError, retry: number): number | undefined {
  const backoffMs = 500 * 2 ** retry * (0.75 + 0.5 * Math.random());
  if (!(error instanceof ApiError)) return backoffMs;
  if (!error.isRetryable) return undefined;
  const { retryAfterSeconds: seconds } = error;
  if (seconds === undefined) return backoffMs;
  return seconds <= longestDelaySeconds ? 1_000 * seconds + 250 * Math.random() : undefined;
}

/** Rejects if the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });
}
