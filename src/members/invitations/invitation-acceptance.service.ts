import { Injectable } from '@nestjs/common';
import type { SignIn, Visitor } from '../../auth/account.js';
import { Accounts } from '../../auth/accounts.service.js';
import { hashOf } from '../../auth/magic-link/link-tokens.js';
import type { ActiveSession } from '../../auth/session/sessions.service.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Origin } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { lockCredentials } from '../../platform/credentials/current-credential.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Invitation } from '../../platform/database/generated/client.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { auditedAccess } from '../access.schema.js';
import { AccountMoves } from './account-moves.service.js';
import { toInvitationPreview, type InvitationPreview } from './invitation.record.js';
import type { AcceptInvitation } from './invitation.schema.js';

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
    private readonly moves: AccountMoves,
  ) {}

  /** The token stays valid. Throws {@link AppError} `invitation_invalid`. */
  async preview(token: string, session: ActiveSession | undefined): Promise<InvitationPreview> {
    const live = this.databases.for('live');
    const invitation = await live.invitation.findFirst({
      where: { hash: hashOf(token), expiresAt: { gt: await databaseTime(live) } },
      include: { organization: true },
    });
    if (!invitation) throw new AppError('invitation_invalid');
    return toInvitationPreview(invitation, await this.moves.find(invitation, session));
  }

  /**
   * Creates the user in the organization, or moves the account there, and signs in. The link proves that the user owns the address, and the
   * session that the user wants the account to move: an email alone must not make anyone leave an organization. Uses up the token if and only
   * if the user joins. Throws {@link AppError} `invitation_invalid`, `account_exists`, `last_owner`.
   */
  async accept({ token, name, move_account: moves, session, visitor, origin }: Acceptance): Promise<SignIn> {
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      // In this order everywhere, so that transactions do not wait for each other: the account, the organizations, then the invitation.
      await this.accounts.lock(tx, (await this.find(tx, token)).email);
      // Again: another request may have accepted it before the lock.
      const invitation = await this.find(tx, token);
      const { organizationId, email, role, scopes, id: invitationId } = invitation;
      const existing = await tx.user.findUnique({ where: { email } });
      const canMove = moves === true && session?.userId === existing?.id && existing?.organizationId !== organizationId;
      if (existing && !canMove) throw new AppError('account_exists');
      if (existing) await this.moves.move(tx, existing, invitation, origin);
      else await lockCredentials(tx, organizationId);
      await this.consume(tx, token);
      const access = { role, scopes };
      const { id } =
        existing ?? (await this.accounts.join(tx, { organizationId, email, name: name ?? nameOf(email), ...access }));
      const actor = { organizationId, kind: 'system' as const, origin };
      const details = { ...auditedAccess(access), invitation_id: invitationId, invited_by: invitation.invitedBy };
      await Audit.append(tx, actor, { action: 'member.joined', subject: id, details });
      const change = role === 'owner' ? ('joined_as_owner' as const) : ('joined' as const);
      const at = (await databaseTime(tx)).toISOString();
      await Outbox.append(tx, {
        kind: 'member.changed',
        payload: { organization_id: organizationId, email, change, at },
      });
      return this.accounts.signIn(tx, { id }, visitor);
    });
    if (!signIn) throw new Error('an account is gone within the transaction that made it');
    return signIn;
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
