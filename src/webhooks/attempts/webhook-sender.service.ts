import { createHmac } from 'node:crypto';
import { bytesOfSecret } from '../endpoints/webhook-secrets.service.js';
import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../platform/outbound/outbound-http.service.js';
import type { ClaimedDelivery, DeliveryTarget } from './delivery-claims.service.js';

/** The reason why there is no response. */
type AttemptError =
  | 'secret_unavailable'
  | 'timeout'
  | 'address_not_public'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'tls_error'
  | 'connection_failed';

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
function attemptErrorOf(error: unknown): AttemptError {
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

/** Each delay varies randomly by this share, so that deliveries that failed together are not retried together. */
const jitter = 0.1;
/** A longer `Retry-After` is reduced to this time. */
export const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Returns the delay before the next attempt in ms, or undefined if the schedule has no more attempts.
 * @param failures how many attempts have failed since the delivery began
 * @param random uniform over 0..1
 */
export function nextDelayMs(
  scheduleMs: readonly number[],
  failures: number,
  retryAfterMs: number,
  random: number,
): number | undefined {
  const delayMs = scheduleMs[failures];
  if (delayMs === undefined) return undefined;
  return Math.max(Math.round(delayMs * (1 - jitter + 2 * jitter * random)), retryAfterMs);
}

/** Parses `Retry-After` (RFC 9110, 10.2.3), which is seconds or a date, to ms. Returns 0 for an invalid value or a past date. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return requestedMs > 0 ? Math.min(requestedMs, maxRetryAfterMs) : 0;
}

/** Signs a message according to Standard Webhooks, version 1, with one signature per secret. Receivers detect forgery and replay. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): Record<string, string> {
  const head = `${id}.${timestampSeconds}.`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', bytesOfSecret(secret)).update(head).update(body).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** For the whole attempt: DNS, connection and response. */
export const attemptTimeoutMs = 15_000;

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Simulation-Service-Webhooks/1' };

/** The service aborted the attempt, so that the state of the receiver is unknown. */
export class AttemptAbortedError extends Error {
  override readonly name = 'BrokenOffError';
}

@Injectable()
export class WebhookSender {
  private readonly active = new Set<AbortController>();

  constructor(private readonly http: OutboundHttp) {}

  /** Throws {@link AttemptAbortedError} after {@link abortAll}, and nothing else. */
  async send(
    { eventId, body, claimedAt: startedAt }: ClaimedDelivery,
    { url, secrets }: DeliveryTarget,
  ): Promise<AttemptResult> {
    const startedMs = performance.now();
    const now = () => new Date(startedAt.getTime() + performance.now() - startedMs);
    const result = (fields: Partial<AttemptResult>): AttemptResult => ({
      url,
      startedAt,
      durationMs: Math.round(performance.now() - startedMs),
      statusCode: null,
      error: null,
      responseBody: '',
      retryAfterMs: 0,
      ...fields,
    });
    if (!secrets) return result({ error: 'secret_unavailable' });
    const headers = signedHeaders(secrets, eventId, Math.floor(startedAt.getTime() / 1_000), body);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), attemptTimeoutMs);
    this.active.add(controller);
    try {
      const answer = await this.http.post(url, { ...fixedHeaders, ...headers }, body, controller.signal);
      return result({
        statusCode: answer.statusCode,
        // Postgres cannot store U+0000.
        responseBody: answer.body.replaceAll('\0', '\ufffd'),
        retryAfterMs: retryAfterMs(answer.retryAfter, now()),
      });
    } catch (error) {
      if (controller.signal.reason instanceof AttemptAbortedError) throw controller.signal.reason;
      return result({ error: controller.signal.aborted ? 'timeout' : attemptErrorOf(error) });
    } finally {
      clearTimeout(timer);
      this.active.delete(controller);
    }
  }

  abortAll(): void {
    for (const controller of this.active) controller.abort(new AttemptAbortedError('the worker stops'));
  }
}
