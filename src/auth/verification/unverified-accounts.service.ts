import { Injectable } from '@nestjs/common';
import { ApiKeyDiscard } from '../../api-keys/api-key-discard.service.js';
import type { Origin } from '../../common/identity/caller.js';
import { tiers, type Tier } from '../../common/identity/tier.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { lockCredentials } from '../../platform/credentials/current-credential.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { User } from '../../platform/database/generated/client.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { WebhookDiscard } from '../../webhooks/endpoints/webhook-discard.service.js';

/** The `reason` of audit events. */
export const discardReason = 'unverified_account';

/** What was created in an account before its address was verified. */
export interface UnverifiedAccount {
  organizationName: string;
  createdAt: Date;
  apiKeys: number;
  webhookEndpoints: number;
}

/** The contents of accounts whose email address was never verified. A third party may have created them. */
@Injectable()
export class UnverifiedAccounts {
  constructor(
    private readonly databases: Databases,
    private readonly apiKeys: ApiKeyDiscard,
    private readonly webhooks: WebhookDiscard,
    private readonly organizations: Organizations,
  ) {}

  async describe({ organizationId, createdAt }: User): Promise<UnverifiedAccount> {
    const organization = await this.databases.for('live').organization.findUniqueOrThrow({
      where: { id: organizationId },
    });
    const counts = await Promise.all(
      tiers.map(async (tier) => {
        const database = this.databases.for(tier);
        const apiKeys = await database.apiKey.count({ where: { organizationId, revokedAt: null } });
        return { apiKeys, webhookEndpoints: await database.webhookEndpoint.count({ where: { organizationId } }) };
      }),
    );
    const sum = (field: 'apiKeys' | 'webhookEndpoints') => counts.reduce((total, count) => total + count[field], 0);
    const { name: organizationName } = organization;
    return { organizationName, createdAt, apiKeys: sum('apiKeys'), webhookEndpoints: sum('webhookEndpoints') };
  }

  /**
   * Revokes all API keys of the organization in both tiers, deletes its webhook endpoints and replaces its signing secrets. Call it after
   * the sessions have ended, in the transaction on the live database that verifies the address.
   *
   * The sandbox database is committed first. If the process ends before the live database is committed, the address is not verified and
   * the link stays valid, so that opening it again repeats the work. A verified address therefore never has a key of a third party.
   */
  async discard(tx: Transaction, organizationId: string, origin: Origin): Promise<void> {
    // Locking requires the row.
    await this.organizations.mirror(organizationId, tx);
    await this.databases
      .for('sandbox')
      .$transaction((sandbox) => this.discardTier(sandbox, 'sandbox', organizationId, origin));
    await this.discardTier(tx, 'live', organizationId, origin);
    await Outbox.append(tx, { kind: 'unverified_account.discarded', payload: { organization_id: organizationId } });
  }

  private async discardTier(tx: Transaction, tier: Tier, organizationId: string, origin: Origin): Promise<void> {
    const actor = { organizationId, kind: 'system' as const, origin };
    await lockCredentials(tx, organizationId);
    await this.webhooks.removeAll(tx, actor, discardReason);
    await this.apiKeys.revokeAll(tx, tier, actor, discardReason);
  }
}
