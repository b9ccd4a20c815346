/** Why no answer came. */
export type AttemptError =
  | 'secret_unavailable'
  | 'timeout'
  | 'address_not_public'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'tls_error'
  | 'connection_failed';

/** What came of one POST. */
export interface AttemptResult {
  url: string;
  startedAt: Date;
  durationMs: number;
  /** Null where no answer came. */
  statusCode: number | null;
  error: AttemptError | null;
  /** The first KiB of the answer. */
  responseBody: string;
  /** How long the receiver asks us to wait. */
  retryAfterMs: number;
}

export function hasSucceeded({ statusCode }: AttemptResult): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** What was never sent, since it could not be signed, says nothing of the receiver. */
export function wasSent({ error }: AttemptResult): boolean {
  return error !== 'secret_unavailable';
}

/** The receiver wants no more of it, for ever. */
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
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
};

/** From what a connection, a resolver or TLS throws. */
export function attemptErrorOf(error: unknown): AttemptError {
  const code = codeOf(error);
  const known = byCode[code];
  if (known !== undefined) return known;
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_|ERR_OSSL/.test(code) ? 'tls_error' : 'connection_failed';
}

/** Of several addresses that were tried, the first one's. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
