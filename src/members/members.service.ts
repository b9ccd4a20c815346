import { Injectable } from '@nestjs/common';
import { lockAccount } from '../auth/account.js';
import { sessionOf } from '../auth/session/session-list.service.js';
import { CapabilityEnd, type Choices, type EndedUser, type Left } from '../auth/capabilities/capability-end.service.js';
import { AppError } from '../common/errors/app-error.js';
import { Reply } from '../common/http/reply.js';
import { type Caller, scopesOf, type Access } from '../common/identity/caller.js';
import { isUuid } from '../common/crypto.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, newestPage, type PageQuery } from '../common/pagination/page.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTime } from '../platform/database/database-time.js';
import { lockCredentials } from '../platform/credentials/current-credential.service.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { User } from '../platform/database/generated/client.js';
import { Outbox, type MemberChange } from '../platform/outbox/outbox.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { accessOf, auditedAccess } from './access.schema.js';
import {
  toLeftMeta,
  toMemberRecord,
  type ChangeAccess,
  type MemberRecord,
  type RemovedMember,
  type RemoveMember,
  type UpdateMember,
} from './member.record.js';

/** The users of the caller's organization. They are in the live database, regardless of the tier of the caller. */
@Injectable()
export class Members {
  constructor(
    private readonly databases: Databases,
    private readonly capabilities: CapabilityEnd,
    private readonly cursors: CursorCodec,
    private readonly log: SecurityLog,
  ) {}

  async list(caller: Caller, { limit, cursor }: PageQuery): Promise<Reply<MemberRecord[]>> {
    const { organizationId } = sessionOf(caller);
    const page = { limit, cursor, list: listOf('members', caller) };
    return newestPage(this.cursors, page, toMemberRecord, ({ after, ...query }) =>
      this.databases.for('live').user.findMany({ where: { organizationId, ...after }, ...query }),
    );
  }

  /**
   * Ends what gives scopes that the user no longer has, unless the owner keeps it. Throws {@link AppError} `member_not_found`, `last_owner`.
   */
  async update(
    caller: Caller,
    userId: string,
    request: UpdateMember,
    { dry_run, ...choices }: ChangeAccess,
  ): Promise<Reply<MemberRecord>> {
    const isDryRun = dry_run === 'true';
    const live = this.databases.for('live');
    const before = await find(live, caller, userId);
    const access = accessOf({ role: before.role, ...request }, before);
    if (isDryRun) {
      const left = await this.capabilities.preview(endedUser(before, access), endingOf(before, access), choices);
      return new Reply(toMemberRecord({ ...before, ...access, scopes: [...access.scopes] }), {
        meta: toLeftMeta(left, isDryRun),
      });
    }
    const { user, left } = await live.$transaction((tx) => this.change(tx, caller, userId, request, choices));
    const ended = left ?? (await this.endRest(caller, user, choices));
    return new Reply(toMemberRecord(user), { meta: toLeftMeta(ended, isDryRun) });
  }

  private async change(tx: Transaction, caller: Caller, userId: string, request: UpdateMember, choices: Choices) {
    await lockMembers(tx, caller);
    const before = await find(tx, caller, userId);
    const { id, organizationId } = before;
    const access = accessOf({ role: before.role, ...request }, before);
    const isDemoted = before.role === 'owner' && access.role === 'member';
    if (isDemoted) await this.requireOtherOwner(tx, before);
    const data = { role: access.role, scopes: [...access.scopes] };
    const user = await tx.user.update({ where: { id, organizationId }, data });
    const details = { from: auditedAccess(before), to: auditedAccess(user) };
    await Audit.append(tx, caller, { action: 'member.updated', subject: id, details });
    const becameOwner = before.role === 'member' && user.role === 'owner';
    if (becameOwner || isDemoted) await announce(tx, user, isDemoted ? 'demoted' : 'became_owner');
    // After the update, which locks the row: a session that started before it ends here.
    const left = isDemoted
      ? await this.capabilities.endOf(tx, endedUser(user, access), 'owner_demoted', caller, choices)
      : undefined;
    return { user, left };
  }

  /**
   * After the commit of the new scopes: a request of the member that is in progress then either reads them, or its effect is found here. A
   * repeated request ends the rest if the process ends in between.
   */
  private async endRest(caller: Caller, user: User, choices: Choices): Promise<Left> {
    if (user.role === 'owner') return { ended: [], kept: [] };
    return this.databases.for('live').$transaction(async (tx) => {
      await lockCredentials(tx, user.organizationId);
      return this.capabilities.endOf(tx, endedUser(user, user), 'scopes_withdrawn', caller, choices);
    });
  }

  /** Deletes the account. Throws {@link AppError} `member_not_found`, `last_owner`. */
  async remove(caller: Caller, userId: string, { dry_run, ...choices }: RemoveMember): Promise<Reply<RemovedMember>> {
    const live = this.databases.for('live');
    if (dry_run === 'true') {
      const { id, organizationId, email } = await find(live, caller, userId);
      const left = await this.capabilities.preview(
        { id, organizationId, email, scopes: [] },
        'member_removed',
        choices,
      );
      return new Reply({ user_id: id, deleted: false }, { meta: toLeftMeta(left, true) });
    }
    const { id, left } = await live.$transaction(async (tx) => {
      const { email } = await find(tx, caller, userId);
      // In this order everywhere, so that transactions do not wait for each other: the links, the account, then the organization.
      await tx.magicLinkToken.deleteMany({ where: { email } });
      await lockAccount(tx, email);
      await lockMembers(tx, caller);
      const user = await find(tx, caller, userId);
      if (user.role === 'owner') await this.requireOtherOwner(tx, user);
      const { id, organizationId } = user;
      // First, because a session can only start while its transaction locks the row.
      await tx.user.delete({ where: { id, organizationId } });
      const gone = { id, organizationId, email, scopes: [] };
      const left = await this.capabilities.endOf(tx, gone, 'member_removed', caller, choices);
      const details = { ...auditedAccess(user), email_hash: this.log.emailHash(email) };
      await Audit.append(tx, caller, { action: 'member.removed', subject: id, details });
      if (user.role === 'owner') await announce(tx, user, 'owner_removed');
      return { id, left };
    });
    return new Reply({ user_id: id, deleted: true }, { meta: toLeftMeta(left, false) });
  }

  private async requireOtherOwner(tx: Transaction, { id, organizationId }: User): Promise<void> {
    const others = { organizationId, role: 'owner' as const, id: { not: id } };
    if ((await tx.user.count({ where: others })) === 0) throw new AppError('last_owner');
  }
}

/** Notifies the owners by email. */
export async function announce(
  tx: Transaction,
  { organizationId, email }: Pick<User, 'organizationId' | 'email'>,
  change: MemberChange['change'],
) {
  const at = (await databaseTime(tx)).toISOString();
  await Outbox.append(tx, { kind: 'member.changed', payload: { organization_id: organizationId, email, change, at } });
}

const endedUser = ({ id, organizationId, email }: User, access: Access): EndedUser => ({
  id,
  organizationId,
  email,
  scopes: scopesOf(access),
});

const endingOf = (before: Access, after: Access) =>
  before.role === 'owner' && after.role === 'member' ? ('owner_demoted' as const) : ('scopes_withdrawn' as const);

/**
 * Until the transaction ends, no other transaction changes the members of the organization, and none creates an object of it. Checks the
 * caller again: another owner may have removed or demoted the caller since the request was authenticated.
 */
async function lockMembers(tx: Transaction, caller: Caller): Promise<void> {
  const { organizationId, userId: id } = sessionOf(caller);
  await lockCredentials(tx, organizationId);
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
