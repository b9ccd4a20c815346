import type { Tier } from '../../common/identity/caller.js';
import { minuteOf, noticeMail } from '../../platform/mail/notice.js';
import type { Mail } from '../../platform/mail/mailers.js';
import { Injectable, Logger } from '@nestjs/common';
import { Owners } from '../../organizations/owners.service.js';
import { Databases } from '../../platform/database/databases.service.js';

export interface DisabledMail {
  to: string;
  endpoint: { id: string; url: string; failingSince: Date | null };
  reason: 'gone' | 'failing';
  tier: Tier;
}

/** Contains the URL of the endpoint, which its organization chose. The recipients are verified users of that organization. */
function disabledMail({ to, endpoint, reason, tier }: DisabledMail): Mail {
  const what = `We disabled your webhook endpoint ${endpoint.id} (${tier} tier): ${endpoint.url}`;
  const why =
    reason === 'gone'
      ? 'Cause: it responded with 410 Gone, which means that the receiver wants no more events.'
      : `Cause: every delivery has failed since ${endpoint.failingSince ? minuteOf(endpoint.failingSince) : 'its creation'}, for more than five days.`;
  const next =
    'Pending deliveries were canceled, and new events are not delivered. After you fix the receiver, enable the endpoint (PATCH /v1/webhook-endpoints/{endpoint_id} with "enabled": true) and resend missed events (POST /v1/webhook-endpoints/{endpoint_id}/redeliver). GET /v1/webhook-deliveries shows every attempt.';
  return noticeMail({ to, subject: 'Webhook endpoint disabled', paragraphs: [what, why, next] });
}

/** Notifies the owners of an endpoint that the service has disabled it. */
@Injectable()
export class DisabledNotice {
  private readonly logger = new Logger(DisabledNotice.name);

  constructor(
    private readonly databases: Databases,
    private readonly owners: Owners,
  ) {}

  /** Rejects if the mail server is unavailable. The caller should retry. */
  async send(tier: Tier, endpointId: string): Promise<void> {
    const endpoint = await this.databases.for(tier).webhookEndpoint.findUnique({ where: { id: endpointId } });
    const reason = endpoint?.disabledReason;
    if (!endpoint || (reason !== 'gone' && reason !== 'failing')) return;
    const { organizationId } = endpoint;
    this.logger.warn({ endpoint_id: endpointId, organization_id: organizationId, reason }, 'webhook endpoint disabled');
    await this.owners.notify(organizationId, (to) => disabledMail({ to, endpoint, reason, tier }));
  }
}
