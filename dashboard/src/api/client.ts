import createClient, { type Middleware } from 'openapi-fetch';
import { currentTier } from '../session/tier';
import { ApiFailure, type FailureMeta } from './api-failure';
import type { paths } from './generated/schema';

const tierHeader: Middleware = {
  onRequest({ request }) {
    const tier = currentTier();
    if (tier) request.headers.set('Svc-Tier', tier);
    return request;
  },
};

/** The public API, with the types of the OpenAPI document. The browser sends the session cookie. */
export const api = createClient<paths>({ baseUrl: window.location.origin });
api.use(tierHeader);

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Resolves to the body of a 2xx response, or throws an {@link ApiFailure}. Every call of `api` goes through this function. */
export async function body<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const answer = await call.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw ApiFailure.unreachable();
  });
  if (answer.response.ok) return answer.data as Data;
  throw failureOf(answer.response, answer.error);
}

/** Like {@link body}, but resolves to `data` of the envelope. */
export async function data<Data>(call: Promise<Answer<{ data: Data }>>): Promise<Data> {
  return (await body(call)).data;
}

export function failureOf(response: Response, content: unknown): ApiFailure {
  const { error, meta } = (isRecord(content) ? content : {}) as { error?: string; meta?: FailureMeta };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (error === undefined && response.status >= 502) return ApiFailure.unreachable();
  return new ApiFailure(
    response.status,
    error ?? `http_${response.status}`,
    meta ?? { message: `The service responded with status ${response.status}.` },
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A new value for the header `Idempotency-Key`. Keep it for retries of the same request. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
