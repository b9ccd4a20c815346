import { Injectable, Logger } from '@nestjs/common';
import { Databases } from '../platform/database/databases.service.js';
import { Mailer, type Mail } from '../platform/mail/mailer.js';

/** The people of an organization, where the service has something to tell them. */
@Injectable()
export class Owners {
  private readonly logger = new Logger(Owners.name);

  constructor(
    private readonly databases: Databases,
    private readonly mailer: Mailer,
  ) {}

  /**
   * To everybody in the organization whose address is known to be theirs. Rejects when a mail server is away, and should then be
   * asked again; a refusal that is meant to last is only logged.
   */
  async notify(organizationId: string, mailTo: (address: string) => Mail): Promise<void> {
    const owners = await this.databases.for('live').user.findMany({
      where: { organizationId, emailVerifiedAt: { not: null } },
      select: { email: true },
    });
    for (const { email } of owners) {
      await this.mailer.send(mailTo(email)).catch((error: unknown) => {
        if (!isFinal(error)) throw error;
        this.logger.error({ error, organization_id: organizationId }, 'an owner could not be told');
      });
    }
  }
}

/** SMTP's 5xx: asking again would be answered the same. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
