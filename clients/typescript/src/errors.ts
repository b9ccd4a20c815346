import type { components } from './generated/schema.js';

type Schemas = components['schemas'];

/** Every code that the service sends in `error`. No operation documents 405. */
export type ErrorCode =
  | 'method_not_allowed'
  | {
      [Name in keyof Schemas]: Schemas[Name] extends { error: infer Code extends string; meta: object } ? Code : never;
    }[keyof Schemas];

/** Details of an error. Each code has its own fields; the API reference lists them. */
export type ErrorMeta = Record<string, unknown> & {
  message?: string;
  request_id?: string;
  docs_url?: string;
  issues?: { path: string; message: string }[];
};

/** Base class of all errors of this client. */
export class SimulationServiceError extends Error {
  override readonly name: string = 'SimulationServiceError';
}

/** The service did not respond, or the response was incomplete. */
export class ConnectionError extends SimulationServiceError {
  override readonly name: string = 'ConnectionError';
}

/** The error of a response that is no JSON: a page of a proxy, for example. */
export const notJson = (cause?: unknown): ConnectionError =>
  new ConnectionError('The response is not JSON. Check the address of the service.', { cause });

/** The service sent nothing for the duration of the timeout: no response, or no further part of one. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** An error response. The class shows the status, and `code` the cause. */
export class ApiError extends SimulationServiceError {
  override readonly name: string = 'ApiError';

  constructor(
    readonly status: number,
    /** `http_502` and the like if something other than the service responded. */
    readonly code: ErrorCode | `http_${number}`,
    readonly meta: ErrorMeta,
    /** The response, whose body was read. */
    readonly response: Response,
  ) {
    super(meta.message ?? `The service responded with status ${status}.`);
  }

  /** For support requests. */
  get requestId(): string | undefined {
    return this.meta.request_id ?? this.response.headers.get('x-request-id') ?? undefined;
  }

  /** Address of the description of the code. */
  get docsUrl(): string | undefined {
    const { docs_url } = this.meta;
    return docs_url && URL.canParse(docs_url, this.response.url)
      ? new URL(docs_url, this.response.url).href
      : undefined;
  }

  /** The delay that the service requests before the next attempt. */
  get retryAfterSeconds(): number | undefined {
    const seconds = Number(this.response.headers.get('retry-after') ?? Number.NaN);
    return Number.isFinite(seconds) ? seconds : undefined;
  }

  /** Whether the same request can succeed later. */
  get isRetryable(): boolean {
    const known = this.response.headers.get('svc-should-retry');
    return known === null ? this.status === 408 || this.status === 429 || this.status >= 500 : known === 'true';
  }
}

/** 400: the request is invalid. `meta.issues` has each problem with its path. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}
/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the quota of the month does not suffice. */
export class InsufficientQuotaError extends ApiError {
  override readonly name = 'InsufficientQuotaError';
}
/** 403: the key lacks a scope, or the session a permission. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}
/** 404: the object does not exist, or belongs to another organization or tier. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 405: the route has no such method. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError';
}
/** 406: the route has no such format. */
export class NotAcceptableError extends ApiError {
  override readonly name = 'NotAcceptableError';
}
/** 408: the request arrived too slowly. */
export class RequestTimeoutError extends ApiError {
  override readonly name = 'RequestTimeoutError';
}
/** 409: the state of the object does not permit this. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 410: the results were deleted after their retention. */
export class GoneError extends ApiError {
  override readonly name = 'GoneError';
}
/** 413: the body is too large. */
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError';
}
/** 415: the route does not accept this media type. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name = 'UnsupportedMediaTypeError';
}
/** 422: the request is valid, but cannot be processed: no workflow matches a question, for example. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError';
}
/** 429: a limit is reached. `retryAfterSeconds` is the time until it permits more. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 431: the headers are too large. */
export class HeadersTooLargeError extends ApiError {
  override readonly name = 'HeadersTooLargeError';
}
/** 500 and above: the service has a defect, or is unavailable. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: InsufficientQuotaError,
  403: PermissionDeniedError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  406: NotAcceptableError,
  408: RequestTimeoutError,
  409: ConflictError,
  410: GoneError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: UnprocessableError,
  429: RateLimitError,
  431: HeadersTooLargeError,
};

/** Reads an error response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const content: unknown = await response.json().catch(() => undefined);
  const { error, meta } = (typeof content === 'object' && content ? content : {}) as {
    error?: ErrorCode;
    meta?: ErrorMeta;
  };
  const { status } = response;
  const ErrorClass = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new ErrorClass(status, error ?? `http_${status}`, meta ?? {}, response);
}

/** A run ended without a result. `record` has the cause in `failure`. */
export class RunFailedError<Record extends { status: string }> extends SimulationServiceError {
  override readonly name = 'RunFailedError';

  constructor(readonly record: Record & { failure?: { code: string; message: string } | null }) {
    super(record.failure?.message ?? `The run is ${record.status}.`);
  }
}
