import { Inject, Injectable } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { type Caller, wildcardScope } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { definitionWarnings } from '../../../model/simulate.js';
import { z } from 'zod';
import { readSample } from '../../workflows/respondent-samples.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';
import { toVersionRecord, type WorkflowVersionRecord } from '../../workflows/case-study.record.js';
import { QuestionRouter } from '../question-router.service.js';
import { unknownWorkflow, WorkflowCatalog } from '../../workflows/workflow-catalog.service.js';
import type { Promote, Promotion } from './promotion.schema.js';
import { Publications, type SoundDefinition } from '../../workflows/publication/publications.service.js';
import type { PlacedVersion } from '../../workflows/publication/version.writer.js';

/** Maximum wait for other comparisons. Each usually takes a second. */
const waitTimeoutMs = 60_000;
/** Running and waiting comparisons of one organization. */
const maxComparisonsPerOrganization = 24;

/** Publishes and deprecates workflows for callers with the required scope. */
@Injectable()
export class Promotions {
  /** Compares one new workflow with the others at a time: a comparison learns the new catalog, in a thread that questions share. */
  private readonly comparisons = new ConcurrencyLimit(1, waitTimeoutMs, maxComparisonsPerOrganization);

  constructor(
    private readonly publications: Publications,
    private readonly catalog: WorkflowCatalog,
    private readonly router: QuestionRouter,
    private readonly limiter: RateLimiter,
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async promote(caller: Caller, request: Promote): Promise<{ promotion: Promotion; isNew: boolean }> {
    const { visibility = 'private', dry_run = false, definition } = request;
    if (visibility === 'public') await this.requireOperator(caller, definition);
    if (dry_run) await this.limitDryRuns(caller);
    if (visibility === 'private') await this.publications.requireSpace(caller.tier, definition, caller.organizationId);
    const whole = await this.withRows(caller, definition);
    const checked = await this.publications.check(whole, caller.organizationId);
    const compare = () => this.router.overlaps(caller, checked, this.settings.routingFloor);
    const overlaps = await this.comparisons.run(compare, caller.organizationId);
    const publisher = { organizationId: visibility === 'public' ? null : caller.organizationId, by: caller };
    const placed = await this.publications.publish(caller.tier, checked, publisher, dry_run);
    return { promotion: { ...toPromotion(placed, checked, dry_run), overlaps }, isNew: placed.isNew && !dry_run };
  }

  /** Adds the rows of the organization that a definition names. Throws {@link AppError} `invalid_definition` if they were deleted. */
  private async withRows({ tier, organizationId }: Caller, definition: Promote['definition']): Promise<object> {
    const named = namedSample.safeParse(definition);
    if (!named.success) return definition;
    const { population } = named.data;
    const people = await readSample(this.databases.sql(tier), organizationId, population.sample.digest);
    if (people) return { ...definition, population: { ...population, people } };
    const message =
      'names rows that were deleted with their dataset: upload the data and fit the model again, or fit it with `population: synthetic`';
    throw AppError.withIssues('invalid_definition', [{ path: 'population.sample', message }]);
  }

  /** A dry run costs as much as a promotion, but the limits of workflows and versions do not count it. */
  private async limitDryRuns({ tier, organizationId, planTier }: Caller): Promise<void> {
    const limit = this.settings.planLimits[planTier].promotion_dry_runs_per_minute;
    await this.limiter.takeOrThrow(`promotion-dry-runs:${tier}:${organizationId}`, limit);
  }

  /** The contract lets a wildcard key publish for all organizations. It changes nothing that others published or that is built in. */
  private async requireOperator(caller: Caller, { workflow_id: workflowId }: Promote['definition']): Promise<void> {
    const { scopes, organizationId } = caller;
    const { operatorOrganizationId = organizationId } = this.settings;
    if (!scopes.includes(wildcardScope)) throw new AppError('insufficient_scope', { required_scope: wildcardScope });
    if (organizationId !== operatorOrganizationId) throw new AppError('operator_only');
    const latest = typeof workflowId === 'string' ? await this.catalog.latest(caller, workflowId) : undefined;
    if (latest?.organizationId === null && !(await this.isOwn(caller, String(workflowId))))
      throw new AppError('operator_only');
  }

  /** Whether the last public version of a workflow was published with a key of the organization. */
  private async isOwn({ tier, organizationId }: Caller, workflowId: string): Promise<boolean> {
    const database = this.databases.for(tier);
    const last = await database.workflowVersion.findFirst({
      where: { workflowId, organizationId: null },
      orderBy: { versionParts: 'desc' },
      select: { createdByKeyId: true },
    });
    const keyId = last?.createdByKeyId ?? null;
    return keyId !== null && (await database.apiKey.count({ where: { id: keyId, organizationId } })) > 0;
  }

  async deprecate(caller: Caller, workflowId: string): Promise<WorkflowVersionRecord> {
    const latest = await this.catalog.latest(caller, workflowId);
    if (!latest) throw await unknownWorkflow(this.catalog, caller, 'case_study_not_found', workflowId);
    const { organizationId } = latest;
    if (organizationId === null) throw new AppError('operator_only');
    const row = await this.publications.withdraw(caller.tier, workflowId, { organizationId, by: caller });
    if (!row) throw new AppError('case_study_not_found');
    return row;
  }
}

const namedSample = z.looseObject({
  population: z.looseObject({ sample: z.looseObject({ digest: z.string() }) }),
});

function toPromotion({ row, isNew }: PlacedVersion, { golden, definition }: SoundDefinition, dryRun: boolean) {
  const version = toVersionRecord(row);
  const warnings = definitionWarnings(definition);
  return { ...version, created_at: dryRun && isNew ? null : version.created_at, dry_run: dryRun, golden, warnings };
}
