import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { PlanTier } from '../config/plans.js';
import { isUuid, newId } from '../common/ids.js';
import { Audit, byOperator } from '../platform/audit/audit.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { Organization } from '../platform/database/generated/client.js';
import { Outbox } from '../platform/outbox/outbox.js';

const mirrorTimeoutMs = 2_000;

/** Organizations live in the live database; the sandbox database holds a mirror of each row. */
@Injectable()
export class Organizations {
  private readonly logger = new Logger(Organizations.name);

  constructor(private readonly databases: Databases) {}

  /** The organization of a new account, in the account's transaction; {@link mirrorNow} follows its commit. */
  async create(tx: Transaction, name: string): Promise<Organization> {
    return announce(tx, await tx.organization.create({ data: { id: newId(), name, planTier: 'sandbox' } }));
  }

  /**
   * The operator's organization of that name (or id), made when it is new: the same name is always the same organization,
   * also for two commands at once. A plan that is named takes effect on an organization that exists too.
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

  /** The operator's organization of that name, or the one with that id, with its mirror as it should be. */
  async find(nameOrId: string): Promise<Organization | undefined> {
    const where = isUuid(nameOrId) ? { id: nameOrId } : { bootstrapName: nameOrId };
    const organization = await this.databases.for('live').organization.findUnique({ where });
    if (!organization) return undefined;
    await this.mirrorNow(organization.id);
    return organization;
  }

  /** Undefined when there is no such organization. */
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

  /** Brings the sandbox mirror up to the live row; safe to repeat and to come late, since no older version overwrites a newer one. */
  async mirror(organizationId: string): Promise<void> {
    // Prisma makes one query of all findUnique of a moment, and what is wrong with one of them would be wrong with all.
    const row = await this.databases.for('live').organization.findFirst({ where: { id: organizationId } });
    if (!row) return;
    await this.databases.for('sandbox').$executeRaw`
      INSERT INTO organizations (id, name, plan_tier, version, created_at)
      VALUES (${row.id}::uuid, ${row.name}, ${row.planTier}::plan_tier, ${row.version}, ${row.createdAt})
      ON CONFLICT (id) DO UPDATE
        SET name = EXCLUDED.name, plan_tier = EXCLUDED.plan_tier, version = EXCLUDED.version
        WHERE organizations.version < EXCLUDED.version`;
  }

  /** After a restore: brings every mirror up to its row; how many organizations there are. */
  async mirrorAll(): Promise<number> {
    const all = await this.databases.for('live').organization.findMany({ select: { id: true } });
    for (const { id } of all) await this.mirror(id);
    return all.length;
  }

  /** The mirror for who goes on at once. Never fails and never waits for long: with the sandbox database away the outbox does it later. */
  async mirrorNow(organizationId: string): Promise<void> {
    const mirrored = this.mirror(organizationId).catch((error: unknown) => {
      this.logger.warn({ error, organization_id: organizationId }, 'the mirror of an organization has to wait');
    });
    await Promise.race([mirrored, sleep(mirrorTimeoutMs, undefined, { ref: false })]);
  }

  /** Plans are the operator's to change. */
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

/** Of two commands at once one inserts; the other waits for it and finds the row. */
async function byName(tx: Transaction, name: string, planTier: PlanTier): Promise<Organization> {
  await tx.organization.createMany({
    data: [{ id: newId(), name, bootstrapName: name, planTier }],
    skipDuplicates: true,
  });
  return tx.organization.findUniqueOrThrow({ where: { bootstrapName: name } });
}

/** Whoever dies between the live row and its mirror is made good by the outbox. */
async function announce(tx: Transaction, organization: Organization): Promise<Organization> {
  await Outbox.append(tx, { kind: 'organization.changed', payload: { organization_id: organization.id } });
  return organization;
}
