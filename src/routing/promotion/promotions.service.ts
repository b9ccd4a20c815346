import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { wildcardScope } from '../../common/identity/scopes.js';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { toVersionRecord, type WorkflowVersionRecord } from '../case-study.record.js';
import { QuestionRouter } from '../question-router.service.js';
import { WorkflowCatalog } from '../workflow-catalog.service.js';
import type { CheckedDefinition } from './check-definition.js';
import { DefinitionChecker } from './definition-checker.service.js';
import type { Promote, Promotion } from './promotion.schema.js';
import { placeVersion, writeVersion, type PlacedVersion, type Publisher } from './version.writer.js';

/** Brings workflows into the catalog, and takes them out of it. */
@Injectable()
export class Promotions {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly checker: DefinitionChecker,
    private readonly router: QuestionRouter,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Once: the same definition a second time is the first version again. */
  async promote(caller: Caller, request: Promote): Promise<{ promotion: Promotion; isNew: boolean }> {
    const { visibility = 'private', dry_run = false, definition } = request;
    if (visibility === 'public') refuseAllButOperators(caller);
    const checked = await this.check(definition);
    const overlaps = await this.router.overlaps(caller, checked, this.settings.routingFloor);
    const placed = await this.publish(caller.tier, checked, publisherOf(caller, visibility), dry_run);
    return { promotion: { ...toPromotion(placed, checked, dry_run), overlaps }, isNew: placed.isNew && !dry_run };
  }

  /** Throws {@link AppError} `invalid_definition`. */
  async check(definition: unknown): Promise<CheckedDefinition & { ok: true }> {
    const checked = await this.checker.check(definition);
    if (!checked.ok) throw AppError.withIssues('invalid_definition', checked.issues);
    return checked;
  }

  async publish(
    tier: Tier,
    workflow: CheckedDefinition & { ok: true },
    publisher: Publisher,
    isDryRun: boolean,
  ): Promise<PlacedVersion> {
    return this.databases.transaction(tier, async (sql) => {
      const placed = await placeVersion(sql, workflow, publisher, this.clock.now());
      if (placed.isNew && !isDryRun) await writeVersion(sql, placed.row, workflow);
      return placed;
    });
  }

  /** Every version under the slug; a second time changes nothing. */
  async deprecate(caller: Caller, workflowId: string): Promise<WorkflowVersionRecord> {
    const latest = await this.catalog.latest(caller, workflowId);
    if (!latest) throw new AppError('case_study_not_found');
    if (latest.organizationId === null) refuseAllButOperators(caller);
    const row = await this.withdraw(caller.tier, workflowId, latest.organizationId);
    if (!row) throw new AppError('case_study_not_found');
    return row;
  }

  /** The highest version of those withdrawn; undefined where there is none. */
  async withdraw(
    tier: Tier,
    workflowId: string,
    organizationId: string | null,
  ): Promise<WorkflowVersionRecord | undefined> {
    const db = this.databases.for(tier);
    const where = { workflowId, organizationId };
    await db.workflowVersion.updateMany({
      where: { ...where, deprecatedAt: null },
      data: { deprecatedAt: this.clock.now() },
    });
    const row = await db.workflowVersion.findFirst({ where, orderBy: { versionParts: 'desc' } });
    return row ? toVersionRecord(row) : undefined;
  }
}

function refuseAllButOperators({ scopes }: Caller): void {
  if (!scopes.includes(wildcardScope)) throw new AppError('insufficient_scope', { required_scope: wildcardScope });
}

function publisherOf(caller: Caller, visibility: 'private' | 'public'): Publisher {
  return {
    organizationId: visibility === 'public' ? null : caller.organizationId,
    keyId: caller.method === 'api_key' ? caller.keyId : null,
    userId: caller.method === 'session' ? caller.userId : null,
  };
}

function toPromotion({ row, isNew }: PlacedVersion, { golden }: CheckedDefinition & { ok: true }, dryRun: boolean) {
  const version = toVersionRecord(row);
  return { ...version, created_at: dryRun && isNew ? null : version.created_at, dry_run: dryRun, golden };
}
