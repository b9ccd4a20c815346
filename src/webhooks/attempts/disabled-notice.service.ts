import { Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import { Owners } from '../../organizations/owners.service.js';
import { Databases } from '../../platform/database/databases.service.js';
import { disabledMail } from './disabled.mail.js';

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
