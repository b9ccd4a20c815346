import { Inject, Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/caller.js';
import type { Settings } from '../config/settings.js';
import { Databases } from '../platform/database/databases.service.js';
import { batchSize, inBatches } from '../platform/database/in-batches.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { WebhookSecrets } from './endpoints/webhook-secrets.service.js';

/** Deletes expired webhook events in batches, and encrypts secrets of previous master keys with the current one. */
@Injectable()
export class WebhookHousekeeping {
  constructor(
    private readonly databases: Databases,
    private readonly secrets: WebhookSecrets,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async cleanUp(tier: Tier): Promise<void> {
    await inBatches(() => this.deleteOldEvents(tier));
    await inBatches(() => this.deletePastPauses(tier));
    await this.secrets.reseal(tier);
  }

  private deletePastPauses(tier: Tier): Promise<number> {
    return this.databases.for(tier).$executeRaw`
      DELETE FROM webhook_holds WHERE lane = ANY (ARRAY(
        SELECT lane FROM webhook_holds WHERE until <= now() LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`;
  }

  /** Also deletes their deliveries and attempts. Events with pending deliveries stay. */
  private deleteOldEvents(tier: Tier): Promise<number> {
    return this.databases.for(tier).$executeRaw`
      DELETE FROM webhook_events WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_events event WHERE created_at < now() - ${this.settings.retentionDays.webhooks}::float8 * interval '1 day'
          AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE event_id = event.id AND status = 'pending')
        LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`;
  }
}
