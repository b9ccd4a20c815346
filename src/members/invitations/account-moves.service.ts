import { Injectable } from '@nestjs/common';
import { CapabilityEnd, type Choices } from '../../auth/capabilities/capability-end.service.js';
import { leftKinds } from '../../auth/capabilities/left-objects.js';
import type { ActiveSession } from '../../auth/session/sessions.service.js';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Origin } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { lockCredentials } from '../../platform/credentials/current-credential.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Invitation, User } from '../../platform/database/generated/client.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { auditedAccess } from '../access.schema.js';

/** The account of the invited user in another organization. */
export interface ExistingAccount {
  organizationName: string;
  /** Whether the organization has no other users, so that everything that the user created there ends. */
  isOnlyUser: boolean;
  /** Whether the user is the last owner of an organization with members, and cannot leave it. */
  isLastOwner: boolean;
}

/** Everything that the only user of an organization created there ends: no user is left who could use or end it. */
const all = (choice: 'end' | 'keep') => Object.fromEntries(leftKinds.map((kind) => [kind, choice])) as Choices;

/** Moves accounts to the organization of an invitation, because a user belongs to one organization. */
@Injectable()
export class AccountMoves {
  constructor(
    private readonly databases: Databases,
    private readonly capabilities: CapabilityEnd,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the session is not that of the account with the address. */
  async find(
    { email, organizationId }: Invitation,
    session: ActiveSession | undefined,
  ): Promise<ExistingAccount | undefined> {
    if (!session) return undefined;
    const user = await this.databases.for('live').user.findFirst({
      where: { id: session.userId, email, organizationId: { not: organizationId } },
      include: { organization: { include: { users: { select: { id: true, role: true } } } } },
    });
    if (!user) return undefined;
    const others = user.organization.users.filter(({ id }) => id !== user.id);
    return { organizationName: user.organization.name, ...positionOf(user, others) };
  }

  /** The transaction has locked the account. Throws {@link AppError} `last_owner`. */
  async move(tx: Transaction, user: User, invitation: Invitation, origin: Origin): Promise<void> {
    const { id, organizationId: from, email } = user;
    const { organizationId: to, role, scopes } = invitation;
    // In one order everywhere, so that two moves in opposite directions do not wait for each other.
    for (const organizationId of [from, to].toSorted()) await lockCredentials(tx, organizationId);
    const others = await tx.user.findMany({ where: { organizationId: from, id: { not: id } }, select: { role: true } });
    const { isOnlyUser, isLastOwner } = positionOf(user, others);
    if (isLastOwner) throw new AppError('last_owner');
    const emailVerifiedAt = user.emailVerifiedAt ?? this.clock.now();
    await tx.user.update({ where: { id }, data: { organizationId: to, role, scopes, emailVerifiedAt } });
    const actor = { organizationId: from, kind: 'system' as const, origin };
    const left = { id, organizationId: from, email, scopes: [] };
    await this.capabilities.endOf(tx, left, 'member_removed', actor, all(isOnlyUser ? 'end' : 'keep'));
    const details = { ...auditedAccess(user), reason: 'moved' };
    await Audit.append(tx, actor, { action: 'member.removed', subject: id, details });
    if (isOnlyUser) return;
    const at = (await databaseTime(tx)).toISOString();
    await Outbox.append(tx, { kind: 'member.changed', payload: { organization_id: from, email, change: 'left', at } });
  }
}

function positionOf({ role }: Pick<User, 'role'>, others: readonly Pick<User, 'role'>[]) {
  const isOnlyUser = others.length === 0;
  const hasOtherOwner = others.some((other) => other.role === 'owner');
  return { isOnlyUser, isLastOwner: role === 'owner' && !isOnlyUser && !hasOtherOwner };
}
