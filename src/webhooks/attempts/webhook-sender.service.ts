import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../platform/outbound/outbound-http.service.js';
import { attemptErrorOf, type AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery, DeliveryTarget } from './claimed-delivery.js';
import { retryAfterMs } from './retry-schedule.js';
import { signedHeaders } from './signature.js';

/** For all of it: the name, the connection, the answer. */
export const attemptTimeoutMs = 15_000;

const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Simulation-Service-Webhooks/1' };

/** The attempt was broken off by ourselves: nothing is known of the receiver. */
export class AttemptAbortedError extends Error {
  override readonly name = 'BrokenOffError';
}

/** One POST of one message. */
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
      ...{ url, startedAt, durationMs: Math.round(performance.now() - startedMs) },
      ...{ statusCode: null, error: null, responseBody: '', retryAfterMs: 0, ...fields },
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
        // Postgres keeps every character but this one.
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

  /** Ends every attempt that is under way. */
  abortAll(): void {
    for (const controller of this.active) controller.abort(new AttemptAbortedError('the worker stops'));
  }
}
