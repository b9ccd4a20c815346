import { Injectable } from '@nestjs/common';
import { type Origin, tiers } from '../../common/identity/caller.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { User } from '../../platform/database/generated/client.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { CapabilityEnd } from '../capabilities/capability-end.service.js';
import { leftIn, leftKinds, type LeftKind } from '../capabilities/left-objects.js';

/** The `reason` of audit events. */
export const discardReason = 'unverified_account';

/** What was created in an account before its address was verified. */
export interface UnverifiedAccount {
  organizationName: string;
  createdAt: Date;
  /** The number of objects of each kind in both tiers. */
  contents: Readonly<Record<LeftKind, number>>;
}

/** The contents of accounts whose email address was never verified. A third party may have created them. */
@Injectable()
export class UnverifiedAccounts {
  constructor(
    private readonly databases: Databases,
    private readonly capabilities: CapabilityEnd,
    private readonly organizations: Organizations,
  ) {}

  async describe({ organizationId, createdAt }: User): Promise<UnverifiedAccount> {
    const organization = await this.databases.for('live').organization.findUniqueOrThrow({
      where: { id: organizationId },
    });
    const objects = await Promise.all(
      tiers.map((tier) => leftIn(this.databases.for(tier), tier, { organizationId, userId: null })),
    );
    const countOf = (kind: LeftKind) => objects.flat().filter((object) => object.kind === kind).length;
    const contents = Object.fromEntries(leftKinds.map((kind) => [kind, countOf(kind)])) as Record<LeftKind, number>;
    return { organizationName: organization.name, createdAt, contents };
  }

  /**
   * Ends everything that a third party may have left in the organization, in both tiers. Call it after the sessions have ended, in the
   * transaction on the live database that verifies the address.
   *
   * The sandbox database is committed first. If the process ends before the live database is committed, the address is not verified and
   * the link stays valid, so that opening it again repeats the work. A verified address therefore never has a key of a third party.
   */
  async discard(tx: Transaction, organizationId: string, origin: Origin): Promise<void> {
    const actor = { organizationId, kind: 'system' as const, origin };
    // Locking requires the row.
    await this.organizations.mirror(organizationId, tx);
    await this.databases
      .for('sandbox')
      .$transaction((sandbox) => this.capabilities.discard(sandbox, 'sandbox', actor, discardReason));
    await this.capabilities.discard(tx, 'live', actor, discardReason);
    await Outbox.append(tx, { kind: 'unverified_account.discarded', payload: { organization_id: organizationId } });
  }
}
