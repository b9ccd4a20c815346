import { Injectable } from '@nestjs/common';
import { lockAccount } from '../auth/account-lock.js';
import { sessionOf } from '../auth/session/session-list.service.js';
import { Sessions } from '../auth/session/sessions.service.js';
import { AppError } from '../common/errors/app-error.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { isUuid } from '../common/ids.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../common/pagination/page.js';
import { Audit } from '../platform/audit/audit.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { User } from '../platform/database/generated/client.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { accessOf, auditedAccess } from './access.schema.js';
import { toMemberRecord, type MemberRecord, type RemovedMember } from './member.record.js';
import type { ListMembers, UpdateMember } from './member.schema.js';

/** The users of the caller's organization. They are in the live database, regardless of the tier of the caller. */
@Injectable()
export class Members {
  constructor(
    private readonly databases: Databases,
    private readonly sessions: Sessions,
    private readonly cursors: CursorCodec,
    private readonly log: SecurityLog,
  ) {}

  async list(caller: Caller, { limit, cursor }: ListMembers): Promise<Reply<MemberRecord[]>> {
    const { cursors } = this;
    const { organizationId } = sessionOf(caller);
    const list = listOf('members', caller);
    const position = cursor === undefined ? undefined : cursors.decode(list, cursor);
    const rows = await this.databases.for('live').user.findMany({
      where: { organizationId, ...after(position) },
      orderBy: newestFirst,
      take: limit + 1,
    });
    return toPage(rows, { limit, list, cursors, toRecord: toMemberRecord });
  }

  /** Throws {@link AppError} `member_not_found`, `last_owner`. */
  async update(caller: Caller, userId: string, request: UpdateMember): Promise<MemberRecord> {
    return this.databases.for('live').$transaction(async (tx) => {
      await lockMembers(tx, caller);
      const before = await find(tx, caller, userId);
      const { id, organizationId } = before;
      const access = accessOf({ role: before.role, ...request }, before);
      const isDemoted = before.role === 'owner' && access.role === 'member';
      if (isDemoted) await this.endOwnership(tx, before);
      const data = { role: access.role, scopes: [...access.scopes] };
      const user = await tx.user.update({ where: { id, organizationId }, data });
      // After the update, which locks the row: a session that started before it ends here.
      if (isDemoted) await this.sessions.endAll(id);
      const details = { from: auditedAccess(before), to: auditedAccess(user) };
      await Audit.append(tx, caller, { action: 'member.updated', subject: id, details });
      return toMemberRecord(user);
    });
  }

  /** Deletes the account. Throws {@link AppError} `member_not_found`, `last_owner`. */
  async remove(caller: Caller, userId: string): Promise<RemovedMember> {
    return this.databases.for('live').$transaction(async (tx) => {
      const { email } = await find(tx, caller, userId);
      // In this order everywhere, so that transactions do not wait for each other: the links, the account, then the organization.
      await tx.magicLinkToken.deleteMany({ where: { email } });
      await lockAccount(tx, email);
      await lockMembers(tx, caller);
      const user = await find(tx, caller, userId);
      const { id, organizationId } = user;
      if (user.role === 'owner') await this.endOwnership(tx, user);
      // First, because a session can only start while its transaction locks the row.
      await tx.user.delete({ where: { id, organizationId } });
      await this.sessions.endAll(id);
      const details = { ...auditedAccess(user), email_hash: this.log.emailHash(email) };
      await Audit.append(tx, caller, { action: 'member.removed', subject: id, details });
      return { user_id: id, deleted: true };
    });
  }

  /** An invitation must not return access to an owner who lost it. Throws {@link AppError} `last_owner`. */
  private async endOwnership(tx: Transaction, { id, organizationId }: User): Promise<void> {
    const others = { organizationId, role: 'owner' as const, id: { not: id } };
    if ((await tx.user.count({ where: others })) === 0) throw new AppError('last_owner');
    await tx.invitation.deleteMany({ where: { organizationId, invitedBy: id } });
  }
}

/**
 * Until the transaction ends, no other transaction changes the members of the organization. Checks the caller again: another owner may have
 * removed or demoted the caller since the request was authenticated.
 */
async function lockMembers(tx: Transaction, caller: Caller): Promise<void> {
  const { organizationId, userId: id } = sessionOf(caller);
  await tx.$queryRaw`SELECT id::text FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  const owner = await tx.user.findFirst({ where: { id, organizationId, role: 'owner' }, select: { id: true } });
  if (!owner) throw new AppError('owner_required');
}

/**
 * A user of another organization is treated as missing. Sessions and audit events need the id of the row: the id of the request can have
 * another spelling, in capital letters.
 */
async function find(tx: Transaction, { organizationId }: Caller, id: string): Promise<User> {
  const user = isUuid(id) ? await tx.user.findFirst({ where: { id, organizationId } }) : null;
  if (!user) throw new AppError('member_not_found');
  return user;
}
