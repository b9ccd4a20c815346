import { Injectable } from '@nestjs/common';
import { ApiKeys, exceedsScopes } from '../../api-keys/api-keys.service.js';
import type { Caller, Origin, Tier } from '../../common/identity/caller.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { Audit, type OtherActor } from '../../platform/audit/audit.js';
import { lockCredentials } from '../../platform/credentials/current-credential.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { WebhookEndpoints } from '../../webhooks/endpoints/webhook-endpoints.service.js';
import { WebhookSecrets } from '../../webhooks/endpoints/webhook-secrets.service.js';
import { Sessions } from '../session/sessions.service.js';
import { capabilities, type CapabilityName, type Ending } from './capabilities.js';
import { endRows, leftIn, leftInBoth, leftKinds, leftTables, type LeftKind, type LeftObject } from './left-objects.js';

/** The `reason` of audit events about a discarded account. */
export const discardReason = 'unverified_account';

export type Choices = Partial<Record<LeftKind, 'end' | 'keep'>>;

/** What ended, or would end, and what remains. */
export interface Left {
  ended: readonly LeftObject[];
  kept: readonly LeftObject[];
}

export interface EndedUser {
  id: string;
  organizationId: string;
  email: string;
  /** The scopes that the user still has. Empty for a user who is gone. */
  scopes: readonly string[];
}

type Actor = Caller | (OtherActor & { organizationId: string });

/** Ends what a user or an unverified account leaves behind: the only place that does, for all of `capabilities`. */
@Injectable()
export class CapabilityEnd {
  constructor(
    private readonly databases: Databases,
    private readonly organizations: Organizations,
    private readonly sessions: Sessions,
    private readonly apiKeys: ApiKeys,
    private readonly webhooks: WebhookEndpoints,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** What {@link endOf} would end and keep now. */
  async preview(user: EndedUser, ending: Ending, choices: Choices = {}): Promise<Left> {
    const { organizationId, id: userId } = user;
    return decide(await leftInBoth(this.databases, { organizationId, userId }), user, ending, choices);
  }

  /**
   * Ends what the user leaves, in the transaction on the live database that removes or changes the user. Call it after that change: a session
   * can only start while its transaction locks the row. The transaction must hold {@link lockCredentials}.
   *
   * The sandbox database is committed first. If the process ends before the live database is committed, the user is unchanged, and a
   * repeated request ends the rest.
   */
  async endOf(tx: Transaction, user: EndedUser, ending: Ending, actor: Actor, choices: Choices = {}): Promise<Left> {
    const { organizationId, id: userId, email } = user;
    if (ends('session', ending)) await this.sessions.endAll(userId);
    if (ends('sign_in_link', ending)) await tx.magicLinkToken.deleteMany({ where: { email } });
    if (ends('invitation', ending)) await tx.invitation.deleteMany({ where: { organizationId, invitedBy: userId } });
    // Locking requires the row.
    await this.organizations.mirror(organizationId, tx);
    const endIn = async (database: Transaction, tier: Tier): Promise<Left> => {
      const left = decide(await leftIn(database, tier, { organizationId, userId }), user, ending, choices);
      await this.endObjects(database, tier, actor, left.ended, ending);
      return left;
    };
    const sandbox = await this.databases.for('sandbox').$transaction(async (database) => {
      await lockCredentials(database, organizationId);
      return endIn(database, 'sandbox');
    });
    const live = await endIn(tx, 'live');
    return { ended: [...sandbox.ended, ...live.ended], kept: [...sandbox.kept, ...live.kept] };
  }

  /**
   * Ends everything that a third party may have left in an organization whose email address was never verified, in both tiers. Call it after
   * the sessions have ended, in the transaction on the live database that verifies the address.
   *
   * The sandbox database is committed first. If the process ends before the live database is committed, the address is not verified and
   * the link stays valid, so that opening it again repeats the work. A verified address therefore never has a key of a third party.
   */
  async discardUnverified(tx: Transaction, organizationId: string, origin: Origin): Promise<void> {
    // Locking requires the row.
    await this.organizations.mirror(organizationId, tx);
    const actor = { organizationId, kind: 'system' as const, origin };
    await this.databases.for('sandbox').$transaction((sandbox) => this.discardIn(sandbox, 'sandbox', actor));
    await this.discardIn(tx, 'live', actor);
    await Outbox.append(tx, { kind: 'unverified_account.discarded', payload: { organization_id: organizationId } });
  }

  private async discardIn(tx: Transaction, tier: Tier, actor: Actor): Promise<void> {
    const { organizationId } = actor;
    await lockCredentials(tx, organizationId);
    if (tier === 'live') await tx.invitation.deleteMany({ where: { organizationId } });
    await this.webhooks.removeRunUrls(tx, organizationId);
    await this.secrets.replace(tx, actor, discardReason);
    const all = await leftIn(tx, tier, { organizationId, userId: null });
    await this.endObjects(tx, tier, actor, all, discardReason);
  }

  private async endObjects(tx: Transaction, tier: Tier, actor: Actor, objects: readonly LeftObject[], reason: string) {
    for (const kind of leftKinds) {
      const ofKind = objects.filter((object) => object.kind === kind);
      const ids = ofKind.map(({ id }) => id);
      if (ids.length === 0) continue;
      const { end } = leftTables[kind];
      if (kind === 'api_keys') await this.apiKeys.revokeAll(tx, tier, actor, { ids, reason });
      else if (kind === 'webhook_endpoints') await this.webhooks.removeAll(tx, actor, { ids, reason });
      else if (end) {
        await endRows(tx, actor.organizationId, end, ids);
        const events = ofKind.map(({ id, label }) => ({
          action: end.action,
          subject: id,
          details: { name: label, reason },
        }));
        await Audit.append(tx, actor, ...events);
      }
    }
  }
}

const ends = (name: CapabilityName, ending: Ending) => capabilities[name].at[ending] === 'ends';

function decide(objects: readonly LeftObject[], { scopes }: EndedUser, ending: Ending, choices: Choices): Left {
  const isEnding = ({ kind, scopes: given }: LeftObject) => {
    const { at, byDefault } = capabilities[kind];
    const treatment = at[ending];
    if (treatment === 'ends') return true;
    if (treatment === 'remains') return false;
    const isAffected = treatment === 'asked' || exceedsScopes(given ?? [], scopes);
    return isAffected && (choices[kind] ?? byDefault) === 'end';
  };
  const ended = objects.filter(isEnding);
  return { ended, kept: objects.filter((object) => !ended.includes(object)) };
}
