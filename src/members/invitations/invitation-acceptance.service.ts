import { Injectable } from '@nestjs/common';
import { lockAccount, type SignIn, type Visitor } from '../../auth/account.js';
import { Accounts } from '../../auth/accounts.service.js';
import { CapabilityEnd, type Choices } from '../../auth/capabilities/capability-end.service.js';
import { leftKinds } from '../../auth/capabilities/left-objects.js';
import { hashOf } from '../../auth/magic-link/link-tokens.js';
import type { ActiveSession } from '../../auth/session/sessions.service.js';
import { Clock } from '../../common/clock.js';
import { newId } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Origin } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { lockCredentials } from '../../platform/credentials/current-credential.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Invitation, User } from '../../platform/database/generated/client.js';
import { auditedAccess } from '../access.schema.js';
import { announce } from '../members.service.js';
import { toInvitationPreview, type AcceptInvitation, type InvitationPreview } from './invitation.record.js';

export interface Acceptance extends AcceptInvitation {
  /** The valid session of the request, if there is one. */
  session: ActiveSession | undefined;
  visitor: Visitor;
  origin: Origin;
}

/** Invitations in the hands of the invited user. The token from the email is the credential. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly capabilities: CapabilityEnd,
    private readonly clock: Clock,
  ) {}

  /** The token stays valid. Throws {@link AppError} `invitation_invalid`. */
  async preview(token: string, session: ActiveSession | undefined): Promise<InvitationPreview> {
    const live = this.databases.for('live');
    const invitation = await live.invitation.findFirst({
      where: { hash: hashOf(token), expiresAt: { gt: await databaseTime(live) } },
      include: { organization: true },
    });
    if (!invitation) throw new AppError('invitation_invalid');
    return toInvitationPreview(invitation, await this.existingAccount(invitation, session));
  }

  /**
   * Creates the user in the organization, or moves the account there, and signs in. The link proves that the user owns the address, and the
   * session that the user wants the account to move: an email alone must not make anyone leave an organization. Uses up the token if and only
   * if the user joins. Throws {@link AppError} `invitation_invalid`, `account_exists`, `last_owner`.
   */
  async accept({ token, name, move_account: moves, session, visitor, origin }: Acceptance): Promise<SignIn> {
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      // In this order everywhere, so that transactions do not wait for each other: the account, the organizations, then the invitation.
      await lockAccount(tx, (await this.find(tx, token)).email);
      // Again: another request may have accepted it before the lock.
      const invitation = await this.find(tx, token);
      const { organizationId, email, role, scopes, id: invitationId } = invitation;
      const existing = await tx.user.findUnique({ where: { email } });
      const canMove = moves === true && session?.userId === existing?.id && existing?.organizationId !== organizationId;
      if (existing && !canMove) throw new AppError('account_exists');
      if (existing) await this.move(tx, existing, invitation, origin);
      else await lockCredentials(tx, organizationId);
      await this.consume(tx, token);
      const access = { role, scopes };
      const user = { organizationId, email, name: name ?? nameOf(email), ...access, emailVerifiedAt: this.clock.now() };
      const { id } = existing ?? (await tx.user.create({ data: { id: newId(), ...user } }));
      const actor = { organizationId, kind: 'system' as const, origin };
      const details = { ...auditedAccess(access), invitation_id: invitationId, invited_by: invitation.invitedBy };
      await Audit.append(tx, actor, { action: 'member.joined', subject: id, details });
      await announce(tx, { organizationId, email }, role === 'owner' ? 'joined_as_owner' : 'joined');
      return this.accounts.signIn(tx, { id }, visitor);
    });
    if (!signIn) throw new Error('an account is gone within the transaction that made it');
    return signIn;
  }

  /** The account of the invited user in another organization. Null if the session is not that of the account with the address. */
  private async existingAccount(
    { email, organizationId }: Invitation,
    session: ActiveSession | undefined,
  ): Promise<InvitationPreview['existing_account']> {
    if (!session) return null;
    const user = await this.databases.for('live').user.findFirst({
      where: { id: session.userId, email, organizationId: { not: organizationId } },
      include: { organization: { include: { users: { select: { id: true, role: true } } } } },
    });
    if (!user) return null;
    const others = user.organization.users.filter(({ id }) => id !== user.id);
    const { isOnlyUser, isLastOwner } = positionOf(user, others);
    return { organization_name: user.organization.name, only_user: isOnlyUser, last_owner: isLastOwner };
  }

  /**
   * Moves the account to the organization of the invitation, because a user belongs to one organization. The transaction has locked the
   * account. Throws {@link AppError} `last_owner`.
   */
  private async move(tx: Transaction, user: User, invitation: Invitation, origin: Origin): Promise<void> {
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
    if (!isOnlyUser) await announce(tx, { organizationId: from, email }, 'left');
  }

  private async find(tx: Transaction, token: string): Promise<Invitation> {
    const where = { hash: hashOf(token), expiresAt: { gt: await databaseTime(tx) } };
    const invitation = await tx.invitation.findFirst({ where });
    if (!invitation) throw new AppError('invitation_invalid');
    return invitation;
  }

  /** One conditional delete, so that only one of many concurrent requests can accept. */
  private async consume(tx: Transaction, token: string): Promise<void> {
    const { count } = await tx.invitation.deleteMany({ where: { hash: hashOf(token) } });
    if (count === 0) throw new AppError('invitation_invalid');
  }
}

const nameOf = (email: string) => email.slice(0, email.lastIndexOf('@'));

/** Everything that the only user of an organization created there ends: no user is left who could use or end it. */
const all = (choice: 'end' | 'keep') => Object.fromEntries(leftKinds.map((kind) => [kind, choice])) as Choices;

function positionOf({ role }: Pick<User, 'role'>, others: readonly Pick<User, 'role'>[]) {
  const isOnlyUser = others.length === 0;
  const hasOtherOwner = others.some((other) => other.role === 'owner');
  return { isOnlyUser, isLastOwner: role === 'owner' && !isOnlyUser && !hasOtherOwner };
}
