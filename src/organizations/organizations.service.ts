import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { PlanTier } from '../config/plans.js';
import { isUuid, newId } from '../common/crypto.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { Organization } from '../platform/database/generated/client.js';
import { Outbox } from '../platform/outbox/outbox.js';

const mirrorTimeoutMs = 2_000;

/** The live database stores organizations. The sandbox database stores a copy of each row, the mirror. */
@Injectable()
export class Organizations {
  private readonly logger = new Logger(Organizations.name);

  constructor(private readonly databases: Databases) {}

  /** Creates the unverified organization of a new account in its transaction. Call {@link mirrorNow} after the commit. */
  async create(tx: Transaction, name: string): Promise<Organization> {
    const data = { id: newId(), name, planTier: 'sandbox' as const, isVerified: false };
    return announce(tx, await tx.organization.create({ data }));
  }

  /** Ends the lower limits of an unverified organization. Call {@link mirrorNow} after the commit. */
  async markVerified(tx: Transaction, id: string): Promise<void> {
    const data = { isVerified: true, version: { increment: 1 } };
    const [verified] = await tx.organization.updateManyAndReturn({ where: { id, isVerified: false }, data });
    if (verified) await announce(tx, verified);
  }

  /**
   * Finds an operator's organization by name or id. Creates it if the name is new. The same name is always the same organization,
   * also for concurrent commands. A given plan also applies to an existing organization.
   */
  async findOrCreate(nameOrId: string, planTier: PlanTier | undefined): Promise<Organization | undefined> {
    const organization = await this.databases.for('live').$transaction(async (tx) => {
      const found = isUuid(nameOrId)
        ? await tx.organization.findUnique({ where: { id: nameOrId } })
        : await byName(tx, nameOrId, planTier ?? 'sandbox');
      if (!found) return null;
      return planTier && planTier !== found.planTier ? this.change(tx, found, planTier) : announce(tx, found);
    });
    if (!organization) return undefined;
    await this.mirrorNow(organization.id);
    return organization;
  }

  /** Finds an operator's organization by name or id, and updates its mirror. */
  async find(nameOrId: string): Promise<Organization | undefined> {
    const where = isUuid(nameOrId) ? { id: nameOrId } : { bootstrapName: nameOrId };
    const organization = await this.databases.for('live').organization.findUnique({ where });
    if (!organization) return undefined;
    await this.mirrorNow(organization.id);
    return organization;
  }

  /** Returns the organizations with an id or a name. A name of an operator's organization is unique; other names are not. */
  async named(nameOrId: string): Promise<Organization[]> {
    const { organization } = this.databases.for('live');
    if (isUuid(nameOrId)) return organization.findMany({ where: { id: nameOrId } });
    const own = await organization.findMany({ where: { bootstrapName: nameOrId } });
    return own.length > 0 ? own : organization.findMany({ where: { name: nameOrId }, orderBy: { createdAt: 'asc' } });
  }

  async list(): Promise<Organization[]> {
    return this.databases.for('live').organization.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  }

  /** Changes the name in the transaction of the caller. Call {@link mirrorNow} after the commit. */
  async rename(tx: Transaction, id: string, name: string): Promise<void> {
    await announce(tx, await tx.organization.update({ where: { id }, data: { name, version: { increment: 1 } } }));
  }

  /** Returns undefined if the organization does not exist. */
  async setPlan(organizationId: string, planTier: PlanTier): Promise<Organization | undefined> {
    if (!isUuid(organizationId)) return undefined;
    const organization = await this.databases.for('live').$transaction(async (tx) => {
      const found = await tx.organization.findUnique({ where: { id: organizationId } });
      return found && this.change(tx, found, planTier);
    });
    if (!organization) return undefined;
    await this.mirrorNow(organizationId);
    return organization;
  }

  /**
   * Updates the mirror. Safe to repeat and to delay, because an older version never overwrites a newer one.
   *
   * @param live a transaction on the live database, for a caller that has one: it must not wait for a second connection
   */
  async mirror(organizationId: string, live: Transaction = this.databases.for('live')): Promise<void> {
    // Prisma combines concurrent findUnique calls into one query, so that one failure would affect all of them.
    const row = await live.organization.findFirst({ where: { id: organizationId } });
    if (!row) return;
    await this.databases.for('sandbox').$executeRaw`
      INSERT INTO organizations (id, name, plan_tier, is_verified, version, created_at)
      VALUES (${row.id}::uuid, ${row.name}, ${row.planTier}::plan_tier, ${row.isVerified}, ${row.version}, ${row.createdAt})
      ON CONFLICT (id) DO UPDATE
        SET name = EXCLUDED.name, plan_tier = EXCLUDED.plan_tier, is_verified = EXCLUDED.is_verified,
          version = EXCLUDED.version
        WHERE organizations.version < EXCLUDED.version`;
  }

  /** Updates all mirrors after a database restore. Returns the number of organizations. */
  async mirrorAll(): Promise<number> {
    const all = await this.databases.for('live').organization.findMany({ select: { id: true } });
    for (const { id } of all) await this.mirror(id);
    return all.length;
  }

  /** Updates the mirror before the next request. Never fails and waits only briefly: if it is too slow, the outbox updates the mirror. */
  async mirrorNow(organizationId: string): Promise<void> {
    const mirrored = this.mirror(organizationId).catch((error: unknown) => {
      this.logger.warn({ error, organization_id: organizationId }, 'failed to mirror organization, will retry');
    });
    await Promise.race([mirrored, sleep(mirrorTimeoutMs, undefined, { ref: false })]);
  }

  /** Only the operator changes plans. */
  private async change(
    tx: Transaction,
    { id, planTier: from }: Organization,
    planTier: PlanTier,
  ): Promise<Organization> {
    const details = { from, to: planTier };
    await Audit.append(tx, byOperator(id), { action: 'organization.plan_changed', subject: id, details });
    return announce(tx, await tx.organization.update({ where: { id }, data: { planTier, version: { increment: 1 } } }));
  }
}

/** Of two concurrent commands, one inserts the row. The other waits and finds it. */
async function byName(tx: Transaction, name: string, planTier: PlanTier): Promise<Organization> {
  await tx.organization.createMany({
    data: [{ id: newId(), name, bootstrapName: name, planTier }],
    skipDuplicates: true,
  });
  return tx.organization.findUniqueOrThrow({ where: { bootstrapName: name } });
}

/** The outbox updates the mirror if this process ends before it does. */
async function announce(tx: Transaction, organization: Organization): Promise<Organization> {
  await Outbox.append(tx, { kind: 'organization.changed', payload: { organization_id: organization.id } });
  return organization;
}
