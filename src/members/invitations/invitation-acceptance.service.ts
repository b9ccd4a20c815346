import { Injectable } from '@nestjs/common';
import type { SignIn } from '../../auth/account.js';
import { Accounts } from '../../auth/accounts.service.js';
import { hashOf } from '../../auth/magic-link/link-tokens.js';
import type { Visitor } from '../../auth/visitor.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Origin } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Invitation } from '../../platform/database/generated/client.js';
import { auditedAccess } from '../access.schema.js';
import { toInvitationPreview, type InvitationPreview } from './invitation.record.js';
import type { AcceptInvitation } from './invitation.schema.js';

export interface Acceptance extends AcceptInvitation {
  visitor: Visitor;
  origin: Origin;
}

/** Invitations in the hands of the invited user. The token from the email is the credential. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
  ) {}

  /** The token stays valid. Throws {@link AppError} `invitation_invalid`. */
  async preview(token: string): Promise<InvitationPreview> {
    const live = this.databases.for('live');
    const invitation = await live.invitation.findFirst({
      where: { hash: hashOf(token), expiresAt: { gt: await databaseTime(live) } },
      include: { organization: true },
    });
    if (!invitation) throw new AppError('invitation_invalid');
    return toInvitationPreview(invitation);
  }

  /**
   * Creates the user in the organization and signs in. The link proves that the user owns the address. Uses up the token if and only if
   * the user is created. Throws {@link AppError} `invitation_invalid`, `account_exists`.
   */
  async accept({ token, name, visitor, origin }: Acceptance): Promise<SignIn> {
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      const invitation = await this.consume(tx, token);
      const { organizationId, email, role, scopes, id: invitationId } = invitation;
      await this.accounts.lock(tx, email);
      if (await tx.user.findUnique({ where: { email }, select: { id: true } })) throw new AppError('account_exists');
      const access = { role, scopes };
      const { id } = await this.accounts.join(tx, { organizationId, email, name: name ?? nameOf(email), ...access });
      const actor = { organizationId, kind: 'system' as const, origin };
      const details = { ...auditedAccess(access), invitation_id: invitationId, invited_by: invitation.invitedBy };
      await Audit.append(tx, actor, { action: 'member.joined', subject: id, details });
      return this.accounts.signIn(tx, { id }, visitor);
    });
    if (!signIn) throw new Error('an account is gone within the transaction that made it');
    return signIn;
  }

  /** One conditional delete, so that only one of many concurrent requests can accept. */
  private async consume(tx: Transaction, token: string): Promise<Invitation> {
    const hash = hashOf(token);
    const invitation = await tx.invitation.findFirst({ where: { hash, expiresAt: { gt: await databaseTime(tx) } } });
    const { count } = await tx.invitation.deleteMany({ where: { hash } });
    if (!invitation || count === 0) throw new AppError('invitation_invalid');
    return invitation;
  }
}

const nameOf = (email: string) => email.slice(0, email.lastIndexOf('@'));
