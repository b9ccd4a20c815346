import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { inSpan } from '../../platform/tracing/spans.js';
import { hasSucceeded, isGone, wasSent, type AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery } from './delivery-claims.service.js';
import { DeliveryOutcomes, type Outcome } from './delivery-outcomes.service.js';
import { nextDelayMs, WebhookSender } from './webhook-sender.service.js';

/** Makes one attempt at a delivery, from the POST to the stored outcome. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);

  constructor(
    private readonly sender: WebhookSender,
    private readonly outcomes: DeliveryOutcomes,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Returns the result of the POST, or undefined if nothing was sent because the delivery has no target or no secret. */
  async make(tier: Tier, delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    const { target } = delivery;
    if (!target) {
      await this.outcomes.write(tier, { delivery, result: undefined, status: 'canceled', delayMs: null });
      return undefined;
    }
    const parent = delivery.origin?.trace_parent;
    return inSpan('webhook.attempt', { attributes: logFields(delivery), parent }, async () => {
      const result = await this.sender.send(delivery, target);
      const outcome = this.outcomeOf(delivery, result);
      await this.outcomes.write(tier, outcome);
      this.report(tier, outcome, result);
      return wasSent(result) ? result : undefined;
    });
  }

  /** Aborts active attempts. They have no outcome. */
  abortAll(): void {
    this.sender.abortAll();
  }

  private report(tier: Tier, { delivery, status }: Outcome, { statusCode, error, durationMs }: AttemptResult): void {
    metrics.attempts.observe({ outcome: status }, durationMs / 1_000);
    if (status === 'succeeded') {
      metrics.deliveries.observe({ tier }, Math.max(0, Date.now() - delivery.createdAt.getTime()) / 1_000);
    }
    const fields = logFields(delivery);
    this.logger.log(
      { ...fields, status, status_code: statusCode, error, duration_ms: durationMs },
      'webhook attempt ended',
    );
  }

  private outcomeOf(delivery: ClaimedDelivery, result: AttemptResult): Outcome {
    if (hasSucceeded(result)) return { delivery, result, status: 'succeeded', delayMs: null };
    const delayMs = isGone(result)
      ? undefined
      : nextDelayMs(this.settings.webhookScheduleMs, delivery.step + 1, result.retryAfterMs, Math.random());
    return delayMs === undefined
      ? { delivery, result, status: 'failed', delayMs: null }
      : { delivery, result, status: 'pending', delayMs };
  }
}

/** The fields that identify an attempt in logs and traces. */
function logFields({ id, eventId, simulationId, attempt, origin }: ClaimedDelivery) {
  return {
    request_id: origin?.request_id,
    simulation_id: simulationId ?? undefined,
    event_id: eventId,
    delivery_id: id,
    attempt,
  };
}
