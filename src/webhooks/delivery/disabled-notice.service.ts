import { Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { disabledMail } from './disabled.mail.js';

/** Tells the owners of an endpoint that the service has disabled it. */
@Injectable()
export class DisabledNotice {
  private readonly logger = new Logger(DisabledNotice.name);

  constructor(
    private readonly databases: Databases,
    private readonly mailer: Mailer,
  ) {}

  /**
   * To everybody in the organization whose address is known to be theirs. Rejects when a mail server is away, and should then be
   * asked again; a refusal that is meant to last is only logged.
   */
  async send(tier: Tier, endpointId: string): Promise<void> {
    const endpoint = await this.databases.for(tier).webhookEndpoint.findUnique({ where: { id: endpointId } });
    const reason = endpoint?.disabledReason;
    if (!endpoint || (reason !== 'gone' && reason !== 'failing')) return;
    const { organizationId } = endpoint;
    this.logger.warn({ endpoint_id: endpointId, organization_id: organizationId, reason }, 'an endpoint was disabled');
    const owners = await this.databases.for('live').user.findMany({
      where: { organizationId, emailVerifiedAt: { not: null } },
      select: { email: true },
    });
    for (const { email } of owners) {
      await this.mailer.send(disabledMail({ to: email, endpoint, reason, tier })).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
        this.logger.error({ error, endpoint_id: endpointId }, 'an owner could not be told');
      });
    }
  }
}

/** SMTP's 5xx: asking again would be answered the same. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
