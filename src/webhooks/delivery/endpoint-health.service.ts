import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Tier } from '../../common/identity/tier.js';
import { Audit, bySystem } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { cancelPending } from '../endpoints/webhook-endpoints.service.js';
import { isGone, hasSucceeded, type AttemptResult } from './attempt-result.js';
import type { ClaimedDelivery } from './claimed-delivery.js';

/** An endpoint that has failed for so long is disabled. */
export const failingLimitMs = 5 * 24 * 3_600_000;

interface Endpoint {
  tier: Tier;
  organizationId: string;
  id: string;
}

/** Whether endpoints are alive. Most attempts change nothing about that, and then nothing is written. */
@Injectable()
export class EndpointHealth {
  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
  ) {}

  /** After every attempt at an endpoint. The addresses of simulations have no health. */
  async note(
    tier: Tier,
    { endpointId, organizationId, target }: ClaimedDelivery,
    result: AttemptResult,
  ): Promise<void> {
    if (endpointId === null || !target) return;
    const endpoint = { tier, organizationId, id: endpointId };
    const { failingSince } = target;
    if (isGone(result)) return this.disable(endpoint, 'gone');
    if (hasSucceeded(result)) {
      if (failingSince) await this.setFailingSince(endpoint, null);
    } else if (!failingSince) {
      await this.setFailingSince(endpoint, result.startedAt);
    } else if (this.clock.now().getTime() - failingSince.getTime() >= failingLimitMs) {
      await this.disable(endpoint, 'failing');
    }
  }

  private async setFailingSince({ tier, organizationId, id }: Endpoint, failingSince: Date | null): Promise<void> {
    await this.databases.for(tier).webhookEndpoint.updateMany({
      // The first failure counts, not the last.
      where: { id, organizationId, ...(failingSince && { failingSince: null }) },
      data: { failingSince },
    });
  }

  /** The owner is told by mail, once. An endpoint that has come back in the meantime is left alone. */
  private async disable({ tier, organizationId, id }: Endpoint, disabledReason: 'gone' | 'failing'): Promise<void> {
    const now = this.clock.now();
    const longAgo = new Date(now.getTime() - failingLimitMs);
    await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = await tx.webhookEndpoint.updateMany({
        where: {
          ...{ id, organizationId, enabled: true },
          ...(disabledReason === 'failing' && { failingSince: { lte: longAgo } }),
        },
        data: { enabled: false, disabledReason, disabledAt: now },
      });
      if (count === 0) return;
      await cancelPending(tx, organizationId, id, now);
      const deed = { action: 'webhook_endpoint.disabled' as const, subject: id, details: { reason: disabledReason } };
      await Audit.append(tx, bySystem(organizationId), deed);
      await Outbox.append(tx, { kind: 'webhook_endpoint.disabled', payload: { endpoint_id: id } });
    });
  }
}
