import createClient, { type Client, createQuerySerializer } from 'openapi-fetch';
import { ApiError, ConnectionError, errorOf, notJson, TimeoutError } from './errors.js';
import type { paths } from './generated/schema.js';
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

interface SendOptions {
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

/** Bodies that callers read as a whole: they are received before the response is returned, so that a lost one is requested again. */
const isWhole = ({ ok, headers }: Response) =>
  !ok || /^(application\/json|text\/html)\b/.test(headers.get('content-type') ?? '');

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Ends a response in which the service sends nothing for too long. The time in which the caller does not read is not counted. */
class ResponseWatch {
  private readonly timeout = new AbortController();
  /** Aborts if the service is silent, or if the caller aborts. */
  readonly signal: AbortSignal;

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal,
  ) {
    this.signal = AbortSignal.any([caller, this.timeout.signal]);
  }

  /** Waits for one step of the service. */
  async within<Result>(step: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.timeout.abort(), this.timeoutMs);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same response, whose body is received, or ends with an error of this client. */
  async receive(response: Response): Promise<Response> {
    const { status, statusText, headers, url } = response;
    // Browsers give these an empty body, with which no response can be made.
    if (!response.body || statusesWithoutBody.has(status)) return response;
    const copyOf = (body: ReadableStream | ArrayBuffer) =>
      Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
    const watched = copyOf(this.bodyOf(response.body));
    return isWhole(response) ? copyOf(await watched.arrayBuffer()) : watched;
  }

  /** The error of a step that failed. */
  failureOf(error: unknown, problem = 'did not respond. Check the address and your connection.'): ConnectionError {
    if (error instanceof ConnectionError) return error;
    if (this.timeout.signal.aborted)
      return new TimeoutError(`The service at ${this.baseUrl} sent nothing for ${this.timeoutMs} ms.`);
    return new ConnectionError(`The service at ${this.baseUrl} ${problem}`, { cause: error });
  }

  private bodyOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await this.within(reader.read());
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            throw this.caller.aborted ? error : this.failureOf(error, 'sent an incomplete response.');
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
