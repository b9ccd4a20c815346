import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../platform/outbound/outbound-http.service.js';
import { attemptErrorOf, type AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery, DeliveryTarget } from './claimed-delivery.js';
import { retryAfterMs } from './retry-schedule.js';
import { signedHeaders } from './signature.js';

/** For the whole attempt: DNS, connection and response. */
export const attemptTimeoutMs = 15_000;

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Simulation-Service-Webhooks/1' };

/** The service aborted the attempt, so that the state of the receiver is unknown. */
export class AttemptAbortedError extends Error {
  override readonly name = 'BrokenOffError';
}

/** Sends one POST of one message. */
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

  /** Aborts all active attempts. */
  abortAll(): void {
    for (const controller of this.active) controller.abort(new AttemptAbortedError('the worker stops'));
  }
}
