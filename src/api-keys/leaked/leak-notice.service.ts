import { Injectable, Logger } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import { Owners } from '../../organizations/owners.service.js';
import { Databases } from '../../platform/database/databases.service.js';
import { leakedMail } from './leaked.mail.js';

/** Notifies the owners of a key that it leaked and was revoked. */
@Injectable()
export class LeakNotice {
  private readonly logger = new Logger(LeakNotice.name);

  constructor(
    private readonly databases: Databases,
    private readonly owners: Owners,
  ) {}

  /** Rejects if the mail server is unavailable. The caller should retry. */
  async send(tier: Tier, keyId: string): Promise<void> {
    const key = await this.databases.for(tier).apiKey.findUnique({ where: { id: keyId } });
    const revokedAt = key?.revokedAt;
    if (!key || !revokedAt) return;
    const { organizationId } = key;
    this.logger.warn({ key_id: keyId, organization_id: organizationId }, 'leaked api key revoked');
    await this.owners.notify(organizationId, (to) => leakedMail({ to, key, revokedAt, tier }));
  }
}
