import { Inject, Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';

/** A claimed delivery, as far as the limit needs it. */
export interface LimitedDelivery {
  id: string;
  organizationId: string;
  lane: string;
  /** The number of the attempt that claimed it. */
  attempt: number;
  /** Null if nothing will be sent. */
  url: string | null;
}

/** Lanes that wait for the same host try again at different times. */
const minDelayMs = 1_000;
const maxJitterMs = 2_000;

/**
 * Gives the attempts back that the limit does not permit. The number of the attempt was not used. The pause keeps the lane from claiming its
 * other deliveries before.
 */
const postpone = `
  WITH late AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::float8[]) AS late (id, attempt, lane, delay_ms)
  ), deliveries AS (
    UPDATE webhook_deliveries delivery
    SET attempt_count = attempt_count - 1, next_attempt_at = now() + delay_ms * interval '1 ms'
    FROM late WHERE delivery.id = late.id AND delivery.attempt_count = late.attempt AND delivery.status = 'pending')
  INSERT INTO webhook_holds (lane, until)
  SELECT lane, max(now() + delay_ms * interval '1 ms') FROM late GROUP BY lane ORDER BY lane
  ON CONFLICT (lane) DO UPDATE SET until = greatest(webhook_holds.until, excluded.until)`;

/**
 * Limits the attempts of an organization to one host, over all its endpoints, `webhook_url`s, redeliveries and tests, in both tiers and all
 * workers. Without it, an organization could make the service flood a third party. Attempts above the limit wait; none is lost.
 */
@Injectable()
export class HostLimit {
  constructor(
    private readonly databases: Databases,
    private readonly limiter: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts the attempts. Postpones those above the limit, and returns the ids of the others. */
  async admit(tier: Tier, deliveries: readonly LimitedDelivery[]): Promise<Set<string>> {
    const byHost = new Map<string, LimitedDelivery[]>();
    for (const delivery of deliveries) {
      const subject = subjectOf(delivery);
      if (subject !== undefined) byHost.set(subject, [...(byHost.get(subject) ?? []), delivery]);
    }
    const late = await Promise.all([...byHost].map(([subject, all]) => this.lateOf(subject, all)));
    const postponed = late.flat();
    if (postponed.length > 0) await this.postpone(tier, postponed);
    const lateIds = new Set(postponed.map(({ delivery }) => delivery.id));
    return new Set(deliveries.map(({ id }) => id).filter((id) => !lateIds.has(id)));
  }

  private async lateOf(subject: string, deliveries: readonly LimitedDelivery[]) {
    const limit = this.settings.webhookAttemptsPerMinute;
    const { taken, resetMs } = await this.limiter.takeUpTo(subject, limit, deliveries.length);
    return deliveries.slice(taken).map((delivery) => ({ delivery, resetMs }));
  }

  private async postpone(tier: Tier, late: readonly { delivery: LimitedDelivery; resetMs: number }[]): Promise<void> {
    const delays = new Map<string, number>();
    for (const { delivery, resetMs } of late) {
      delays.set(delivery.lane, Math.max(minDelayMs, resetMs) + Math.random() * maxJitterMs);
    }
    await this.databases.sql(tier).query({
      name: 'postpone deliveries',
      text: postpone,
      values: [
        late.map(({ delivery }) => delivery.id),
        late.map(({ delivery }) => delivery.attempt),
        late.map(({ delivery }) => delivery.lane),
        late.map(({ delivery }) => delays.get(delivery.lane)),
      ],
    });
  }
}

/** A host name has one spelling in a parsed URL, except for a dot at its end. All ports of a host count together. */
function subjectOf({ organizationId, url }: LimitedDelivery): string | undefined {
  return url === null ? undefined : `webhooks:${organizationId}:${new URL(url).hostname.replace(/\.$/, '')}`;
}
