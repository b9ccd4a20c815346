import { createTransport } from '../../../clients/typescript/src/transport.js';
import { currentTier } from '../session/tier';
import { failureOf } from './api-failure';

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
