import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Batch } from '../common/batch.js';
import { turnFor } from '../common/event-loop-turns.js';
import type { Caller, Tier } from '../common/identity/caller.js';
import { slugSchema, type WorkflowDefinition } from '../../model/definition.js';
import { Databases } from '../platform/database/databases.service.js';
import { withRows } from '../../model/simulate.js';
import { hasSample, readSample } from './respondent-samples.js';
import { readBuiltInWorkflows, type Workflow } from './built-in-workflows.js';
import {
  readPublishedVersions,
  readRoutableVersions,
  type PublishedQuery,
  type PublishedVersion,
  type RoutableVersion,
} from './published-versions.js';
import type pg from 'pg';
import { didYouMean } from '../common/texts.js';
import { AppError } from '../common/errors/app-error.js';

/** A slug requested by an organization, and the built-in version of that slug, if any. */
interface VersionRequest {
  organizationId: string;
  workflowId: string;
  builtInVersion: string | undefined;
}

interface LatestVersion {
  organizationId: string | null;
  version: string;
  digest: string;
  builtIn: boolean;
  createdAt: Date;
  deprecatedAt: Date | null;
}

/**
 * Reads the highest version that each organization sees under a slug: its own published one, else the public one, else a deprecated
 * one. Uses one statement for all requests. Built-in versions of other releases do not count.
 */
async function readLatestVersions(
  sql: pg.Pool,
  asked: readonly VersionRequest[],
): Promise<(LatestVersion | undefined)[]> {
  const { rows } = await sql.query<LatestVersion & { position: number }>({
    name: 'latest versions',
    text: statement,
    values: [
      asked.map(({ workflowId }) => workflowId),
      asked.map(({ organizationId }) => organizationId),
      asked.map(({ builtInVersion }) => builtInVersion ?? null),
    ],
  });
  const found = new Map(rows.map(({ position, ...latest }) => [position, latest]));
  return asked.map((_, index) => found.get(index + 1));
}

const statement = `
  SELECT asked.position::int, latest.*
  FROM unnest($1::text[], $2::uuid[], $3::text[]) WITH ORDINALITY
    AS asked (workflow_id, organization_id, built_in_version, position)
  CROSS JOIN LATERAL (
    SELECT "organizationId", version, digest, "builtIn", "createdAt", "deprecatedAt" FROM (
      SELECT DISTINCT ON (organization_id) organization_id AS "organizationId", version, definition_digest AS digest,
        built_in AS "builtIn", created_at AS "createdAt", deprecated_at AS "deprecatedAt"
      FROM workflow_versions own
      WHERE own.workflow_id = asked.workflow_id
        AND (own.organization_id = asked.organization_id OR own.organization_id IS NULL)
        AND (NOT own.built_in OR own.version = asked.built_in_version)
      ORDER BY organization_id, version_parts DESC) of_each
    ORDER BY "deprecatedAt" IS NOT NULL, "organizationId" NULLS LAST LIMIT 1) latest`;

export type { Workflow } from './built-in-workflows.js';

/** Maximum size of cached definitions, in characters of JSON. In memory they take several times that. */
const keptCharacters = 16 * 1024 * 1024;

@Injectable()
export class WorkflowCatalog {
  private readonly builtInById = readBuiltInWorkflows();
  private readonly builtInByDigest = new Map([...this.builtInById.values()].map((one) => [one.digest, one]));
  private readonly builtInSlugs = [...this.builtInById.values()].map(
    ({ definition: { workflow_id, version } }) => `${workflow_id} ${version}`,
  );
  /** By digest, for both tiers: the definition of a digest never changes. */
  private readonly definitions = new LRUCache<string, Workflow>({ maxSize: keptCharacters });
  private readonly latestVersions: Record<Tier, Batch<VersionRequest, LatestVersion | undefined>>;

  constructor(private readonly databases: Databases) {
    const batch = (tier: Tier) =>
      new Batch((asked: readonly VersionRequest[]) => readLatestVersions(databases.sql(tier), asked));
    this.latestVersions = { sandbox: batch('sandbox'), live: batch('live') };
  }

  /** An arbitrary workflow, to test the engine with. */
  any(): Workflow {
    const [workflow] = this.builtIn();
    return workflow;
  }

  builtIn(): readonly [Workflow, ...Workflow[]] {
    return [...this.builtInById.values()] as [Workflow, ...Workflow[]];
  }

  isBuiltIn(workflowId: string): boolean {
    return this.builtInById.has(workflowId);
  }

  /** The version that the caller can run. Reads the database every time, so that publication and deprecation take effect immediately. */
  async published(caller: Caller, workflowId: string): Promise<Workflow | undefined> {
    const latest = await this.latest(caller, workflowId);
    return latest && !latest.deprecatedAt ? this.of(caller.tier, workflowId, latest, caller.organizationId) : undefined;
  }

  /** The version that the caller sees: the published one, or the last deprecated one. */
  async latest({ tier, organizationId }: Caller, workflowId: string): Promise<LatestVersion | undefined> {
    // Do not query the database for an invalid slug.
    if (!slugSchema.safeParse(workflowId).success) return undefined;
    const builtInVersion = this.builtInById.get(workflowId)?.definition.version;
    return this.latestVersions[tier].submit({ organizationId, workflowId, builtInVersion });
  }

  async allPublished(
    { tier, organizationId }: Caller,
    query: Omit<PublishedQuery, 'organizationId' | 'builtIn'> = {},
  ): Promise<PublishedVersion[]> {
    const builtIn = this.builtInSlugs;
    return readPublishedVersions(this.databases.sql(tier), { ...query, organizationId, builtIn });
  }

  /** All workflows that the caller can run, ordered by digest. */
  async routable({ tier, organizationId }: Caller): Promise<RoutableVersion[]> {
    return readRoutableVersions(this.databases.sql(tier), { organizationId, builtIn: this.builtInSlugs });
  }

  /**
   * Loads the definition of a version. For a built-in workflow, returns the definition of this release.
   *
   * @param organizationId organization whose rows the agents are. Default: the definition has no rows
   */
  async of(
    tier: Tier,
    workflowId: string,
    { builtIn, digest }: { builtIn: boolean; digest: string },
    organizationId?: string,
  ): Promise<Workflow> {
    const workflow = builtIn ? this.builtInById.get(workflowId) : await this.withDigest(tier, digest, organizationId);
    if (!workflow) throw new Error(`the definition ${digest} of ${workflowId} is missing`);
    return workflow;
  }

  /**
   * The definition with this digest, such as the one that a simulation was queued with, with the rows of its respondents. Without the rows if
   * their dataset was deleted: every call checks it.
   *
   * @param organizationId organization of the rows. Default: none
   */
  async withDigest(tier: Tier, digest: string, organizationId?: string): Promise<Workflow | undefined> {
    const workflow = await this.stored(tier, digest);
    const sample = workflow?.definition.population.sample;
    if (!workflow || !sample || organizationId === undefined) return workflow;
    const sql = this.databases.sql(tier);
    const key = `${tier} ${organizationId} ${digest}`;
    const known = this.definitions.get(key);
    if (known && (await hasSample(sql, organizationId, sample.digest))) return known;
    this.definitions.delete(key);
    const people = known ? undefined : await readSample(sql, organizationId, sample.digest);
    if (!people) return workflow;
    const whole: Workflow = { definition: withRows(workflow.definition, people), digest };
    this.definitions.set(key, whole, { size: JSON.stringify(whole.definition).length });
    return whole;
  }

  private async stored(tier: Tier, digest: string): Promise<Workflow | undefined> {
    const known = this.builtInByDigest.get(digest) ?? this.definitions.get(digest);
    if (known) return known;
    const { rows } = await this.databases.sql(tier).query<{ json: string }>({
      name: 'definition',
      text: 'SELECT definition::text AS json FROM workflow_definitions WHERE digest = $1',
      values: [digest],
    });
    const [row] = rows;
    if (!row) return undefined;
    await turnFor(row.json.length);
    // Do not parse it again: a release with other rules may have checked it, and its simulations must stay readable.
    const workflow: Workflow = { definition: JSON.parse(row.json) as WorkflowDefinition, digest };
    this.definitions.set(digest, workflow, { size: row.json.length });
    return workflow;
  }
}

const maxIdCharacters = 100;
const seeList = 'GET /v1/case-studies lists the available workflows.';

/** The error for a workflow id that the caller cannot use. Its message suggests the closest published id. */
export async function unknownWorkflow(
  catalog: WorkflowCatalog,
  caller: Caller,
  code: 'invalid_workflow' | 'case_study_not_found',
  workflowId: string,
): Promise<AppError> {
  const error: AppError =
    code === 'invalid_workflow' ? new AppError(code, { workflow_id: workflowId }) : new AppError(code);
  if (workflowId.length > maxIdCharacters) return error;
  if (await catalog.latest(caller, workflowId)) {
    return error.withMessage(
      `The workflow "${workflowId}" is deprecated, so it cannot run new simulations. ${seeList}`,
    );
  }
  const published = await catalog.allPublished(caller);
  const closest = didYouMean(
    workflowId,
    published.map((version) => version.workflowId),
  );
  const suggestion = closest === undefined ? '' : ` Did you mean "${closest}"?`;
  return error.withMessage(`There is no workflow "${workflowId}".${suggestion} ${seeList}`);
}
