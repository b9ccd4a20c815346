import { ApiError, type ErrorMeta } from '../../../clients/typescript/src/errors.js';
import { createTransport } from '../../../clients/typescript/src/transport.js';
import { currentTier } from '../session/tier';

export type { components, operations, paths } from '../../../clients/typescript/src/generated/schema.js';

/** An error response of the API, or no response at all (`code` is `unreachable`). */
export class ApiFailure extends Error {
  constructor(
    /** 0 without a response. */
    readonly status: number,
    readonly code: string,
    readonly meta: ErrorMeta,
    /** From the header `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(meta.message ?? `The service responded with status ${status}.`);
  }

  static unreachable(): ApiFailure {
    return new ApiFailure(0, 'unreachable', {
      message: 'The service did not respond. Check your connection, or try again in a moment.',
    });
  }

  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  get isSignedOut(): boolean {
    return this.code === 'authentication_required';
  }
}

/** The failure of a call of the API. A canceled call stays as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (!(error instanceof ApiError)) return ApiFailure.unreachable();
  const { status, code, meta, retryAfterSeconds } = error;
  // A proxy responds without a code if the service is unavailable.
  return code.startsWith('http_') && status >= 502
    ? ApiFailure.unreachable()
    : new ApiFailure(status, code, meta, retryAfterSeconds);
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}

/**
 * The public API, with the types of the OpenAPI document. The browser sends the session cookie. Queries retry by the rules of
 * `query-client.ts`, and mutations do not.
 */
export const { api } = createTransport({
  baseUrl: window.location.origin,
  maxRetries: 0,
  headers: () => ({ 'svc-tier': currentTier() }),
});

/** Resolves to the body of the response, or throws an `ApiFailure`. Every call of `api` goes through this function. */
export async function body<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  try {
    return (await call).data as Data;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Like {@link body}, but resolves to `data` of the envelope. */
export async function data<Data>(call: Promise<{ data?: { data: Data } }>): Promise<Data> {
  return (await body(call)).data;
}

/** A new value for the header `Idempotency-Key`. Keep it for retries of the same request. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
