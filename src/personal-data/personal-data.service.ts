import { Inject, Injectable, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { lockAccount } from '../auth/account.js';
import { leftInBoth } from '../auth/capabilities/left-objects.js';
import { mailboxOf } from '../auth/magic-link/mailbox-limit.service.js';
import { Sessions } from '../auth/session/sessions.service.js';
import { tiers } from '../common/identity/caller.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { deleteUploadsOf, deleteRowsOf, emailDigest, rowsOf, type Person, type RowsByTier } from './personal-tables.js';

const scanCount = 1_000;
/** The name of an organization that had the name of an erased user. */
const anonymous = 'Organization of an erased user';

export interface PersonalDataExport {
  email: string;
  /** The hash of the address in the security log and in the audit log. */
  email_hash: string;
  user_ids: readonly string[];
  databases: RowsByTier;
  /** Without the cookies: the service does not store them. */
  sessions: {
    /** The network address and the browser of the sign-in. Null for sessions of earlier releases. */
    address: string | null;
    browser: string | null;
    created_at: string;
    refreshed_at: string;
    expires_at: string;
  }[];
  /** Names of counters and lists in Redis that belong to the address or the user. Most of them expire within a day. */
  redis_keys: string[];
}

export interface Erasure {
  email_hash: string;
  user_ids: readonly string[];
  /** Deleted rows by tier and table, and the number of deleted Redis keys. */
  erased: Record<string, number>;
  /** The organization of the user, if it has no other users. Its datasets and populations are deleted. Its keys and its other data remain. */
  organization_without_users: string | null;
  /** What the user created in the organization, which keeps it. Counts by tier and kind. */
  left: Record<string, number>;
  organization_without_owner: string | null;
}

interface ErasedAccount {
  userId: string;
  organizationId: string;
  left: 'owners' | 'members' | 'no one';
}

/** Exports and erases everything that the stores contain about a person, by email address. */
@Injectable()
export class PersonalData {
  constructor(
    private readonly databases: Databases,
    private readonly sessions: Sessions,
    private readonly organizations: Organizations,
    private readonly log: SecurityLog,
    @Inject(Redis) private readonly redis: Redis,
  ) {}

  async export(email: string): Promise<PersonalDataExport> {
    const person = await this.find(email);
    await this.databases.for('live').$transaction(async (tx) => {
      for (const { id, organizationId } of await tx.user.findMany({ where: { email } })) {
        await Audit.append(tx, byOperator(organizationId), { action: 'user.exported', subject: id });
      }
    });
    const active = (await Promise.all(person.userIds.map((id) => this.sessions.ofUser(id)))).flat();
    return {
      email,
      email_hash: this.log.emailHash(email),
      user_ids: person.userIds,
      databases: {
        sandbox: await rowsOf(this.databases.sql('sandbox'), person),
        live: await rowsOf(this.databases.sql('live'), person),
      },
      sessions: active.map(({ stored, expiresAt }) => ({
        address: stored.address ?? null,
        browser: stored.browser ?? null,
        created_at: new Date(stored.created_at).toISOString(),
        refreshed_at: new Date(stored.refreshed_at).toISOString(),
        expires_at: expiresAt.toISOString(),
      })),
      redis_keys: await this.redisKeysOf(person),
    };
  }

  /**
   * The account and its sessions end in one transaction. The other steps can be repeated, also after the account is gone: the audit event
   * connects the hash of the address with the id of the user.
   */
  async erase(email: string): Promise<Erasure> {
    const account = await this.eraseAccount(email);
    const person = await this.find(email);
    const erased: Record<string, number> = {};
    const left = await this.organizationsWithoutUsers(person);
    for (const tier of tiers) {
      const [own, uploaded] = await this.databases.transaction(tier, async (sql) => [
        await deleteRowsOf(sql, person),
        await deleteUploadsOf(sql, left),
      ]);
      for (const [table, count] of [...Object.entries(own), ...Object.entries(uploaded)]) {
        erased[`${tier}.${table}`] = (erased[`${tier}.${table}`] ?? 0) + count;
      }
    }
    if (account) erased['live.users'] = 1;
    for (const id of person.userIds) await this.sessions.endAll(id);
    const left_behind = account ? await this.leftBy(account) : {};
    const keys = await this.redisKeysOf(person);
    if (keys.length > 0) await this.redis.del(...keys);
    if (account) await this.organizations.mirrorNow(account.organizationId);
    return {
      email_hash: this.log.emailHash(email),
      user_ids: person.userIds,
      erased: { ...erased, redis_keys: keys.length },
      left: left_behind,
      organization_without_users: account?.left === 'no one' ? account.organizationId : null,
      organization_without_owner: account?.left === 'members' ? account.organizationId : null,
    };
  }

  /** Deletes the account and ends its sessions. Returns its organization, and which users it has left. */
  private eraseAccount(email: string): Promise<ErasedAccount | undefined> {
    return this.databases.for('live').$transaction(async (tx) => {
      await lockAccount(tx, email);
      const user = await tx.user.findUnique({ where: { email }, include: { organization: true } });
      if (!user) return undefined;
      const { id, organizationId, organization } = user;
      // First, because a session can only start while its transaction locks the row.
      await tx.user.delete({ where: { id } });
      await this.sessions.endAll(id);
      const event = { action: 'user.erased' as const, subject: id, details: { email_hash: this.log.emailHash(email) } };
      await Audit.append(tx, byOperator(organizationId), event);
      const others = await tx.user.findMany({ where: { organizationId }, select: { role: true } });
      if (others.some(({ role }) => role === 'owner')) return { userId: id, organizationId, left: 'owners' };
      if (others.length > 0) return { userId: id, organizationId, left: 'members' };
      if (isPersonal(organization.name, user)) await this.organizations.rename(tx, organizationId, anonymous);
      return { userId: id, organizationId, left: 'no one' };
    });
  }

  private async leftBy({ userId, organizationId }: ErasedAccount): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { tier, kind } of await leftInBoth(this.databases, { organizationId, userId })) {
      counts[`${tier}.${kind}`] = (counts[`${tier}.${kind}`] ?? 0) + 1;
    }
    return counts;
  }

  private async find(email: string): Promise<Person> {
    const { rows } = await this.databases.sql('live').query<{ id: string }>({
      text: `SELECT id::text FROM users WHERE email = $1
             UNION SELECT subject FROM audit_entries WHERE action IN ('user.erased', 'member.removed') AND details->>'email_hash' = ANY($2)`,
      values: [email, this.log.emailHashes(email)],
    });
    return { email, userIds: rows.map(({ id }) => id) };
  }

  /** Organizations that an erasure of the person left without users. */
  private async organizationsWithoutUsers({ email }: Person): Promise<string[]> {
    const { rows } = await this.databases.sql('live').query<{ id: string }>({
      text: `SELECT DISTINCT organization_id::text AS id FROM audit_entries AS event
             WHERE action = 'user.erased' AND details->>'email_hash' = ANY($1)
               AND NOT EXISTS (SELECT FROM users WHERE users.organization_id = event.organization_id)`,
      values: [this.log.emailHashes(email)],
    });
    return rows.map(({ id }) => id);
  }

  private async redisKeysOf({ email, userIds }: Person): Promise<string[]> {
    const found = new Set<string>();
    for (const text of new Set([emailDigest(email), emailDigest(mailboxOf(email)), ...userIds])) {
      for await (const keys of this.redis.scanStream({ match: `*${text}*`, count: scanCount })) {
        for (const key of keys as string[]) found.add(key);
      }
    }
    return [...found].sort();
  }
}

/** Shorter names can be a part of any word. */
const minNameLength = 5;

/** A sign-up without the name of an organization uses the name of the user, or the first part of the address. */
function isPersonal(organizationName: string, { name, email }: { name: string; email: string }): boolean {
  const text = organizationName.toLowerCase();
  return [name.toLowerCase(), email.slice(0, email.lastIndexOf('@'))].some(
    (personal) => text === personal || (personal.length >= minNameLength && text.includes(personal)),
  );
}

/** Without the module of sign-in, whose password hasher would delay each command of the operator CLI. */
@Module({ imports: [OrganizationsModule], providers: [PersonalData, Sessions], exports: [PersonalData] })
export class PersonalDataModule {}
