import { Injectable, Logger } from '@nestjs/common';
import { Databases } from '../platform/database/databases.service.js';
import { Mailer, type Mail } from '../platform/mail/mailers.js';

/** Notifies the owners of an organization by email. */
@Injectable()
export class Owners {
  private readonly logger = new Logger(Owners.name);

  constructor(
    private readonly databases: Databases,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Sends to all owners of the organization with a verified address. Rejects if the mail server is unavailable, so that the caller can
   * retry. A permanent rejection by the mail server is only logged.
   *
   * @param also other addresses that get the email
   */
  async notify(organizationId: string, mailTo: (address: string) => Mail, also: readonly string[] = []): Promise<void> {
    const owners = await this.databases.for('live').user.findMany({
      where: { organizationId, role: 'owner', emailVerifiedAt: { not: null } },
      select: { email: true },
    });
    const addresses = new Set([...owners.map(({ email }) => email), ...also]);
    for (const address of addresses) await this.send(mailTo(address), organizationId);
  }

  /** The same for one user, also a member. */
  async notifyUser(userId: string, mailTo: (address: string) => Mail): Promise<void> {
    const where = { id: userId, emailVerifiedAt: { not: null } };
    const select = { email: true, organizationId: true } as const;
    const user = await this.databases.for('live').user.findFirst({ where, select });
    if (user) await this.send(mailTo(user.email), user.organizationId);
  }

  private async send(mail: Mail, organizationId: string): Promise<void> {
    await this.mailer.send(mail).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      this.logger.error({ error, organization_id: organizationId }, 'failed to notify owner');
    });
  }
}

/** SMTP 5xx: a retry would fail in the same way. */
export function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
