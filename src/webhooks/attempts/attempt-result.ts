/** The reason why there is no response. */
export type AttemptError =
  | 'secret_unavailable'
  | 'timeout'
  | 'address_not_public'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'tls_error'
  | 'connection_failed';

/** The result of one POST. */
export interface AttemptResult {
  url: string;
  startedAt: Date;
  durationMs: number;
  /** Null if there was no response. */
  statusCode: number | null;
  error: AttemptError | null;
  /** The first KiB of the response body. */
  responseBody: string;
  /** The delay that the receiver requested with `Retry-After`. */
  retryAfterMs: number;
}

export function hasSucceeded({ statusCode }: AttemptResult): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** A message that could not be signed was not sent, so that its result does not describe the receiver. */
export function wasSent({ error }: AttemptResult): boolean {
  return error !== 'secret_unavailable';
}

/** 410 Gone: the receiver permanently rejects further messages. */
export function isGone({ statusCode }: AttemptResult): boolean {
  return statusCode === 410;
}

const byCode: Record<string, AttemptError> = {
  ADDRESS_NOT_PUBLIC: 'address_not_public',
  ENOTFOUND: 'name_not_resolved',
  ENODATA: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
  ESERVFAIL: 'name_not_resolved',
  EREFUSED: 'name_not_resolved',
  ETIMEOUT: 'name_not_resolved',
  EBADNAME: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'timeout',
};

/** Classifies an error of a connection, the DNS resolver or TLS. */
export function attemptErrorOf(error: unknown): AttemptError {
  const code = codeOf(error);
  const known = byCode[code];
  if (known !== undefined) return known;
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_|ERR_OSSL/.test(code) ? 'tls_error' : 'connection_failed';
}

/** If several addresses were tried, returns the code of the first error. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
