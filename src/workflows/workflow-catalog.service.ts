import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Batch } from '../common/batch.js';
import type { Caller } from '../common/identity/caller.js';
import type { Tier } from '../common/identity/tier.js';
import { slugSchema, type WorkflowDefinition } from '../engine/index.js';
import { Databases } from '../platform/database/databases.service.js';
import { readBuiltInWorkflows, type Workflow } from './built-in-workflows.js';
import { readLatestVersions, type AskedVersion, type LatestVersion } from './latest-versions.js';
import { readPublishedVersions, type PublishedQuery, type PublishedVersion } from './published-versions.js';

export type { Workflow } from './built-in-workflows.js';

/** Of definitions kept parsed, as JSON; in memory they take several times that. */
const keptCharacters = 16 * 1024 * 1024;

/** The calibrated workflows: those that the release comes with, and those that were promoted. */
@Injectable()
export class WorkflowCatalog {
  private readonly builtInById = readBuiltInWorkflows();
  private readonly builtInByDigest = new Map([...this.builtInById.values()].map((one) => [one.digest, one]));
  /** A definition never changes under its digest, in whichever database it is found. */
  private readonly definitions = new LRUCache<string, Workflow>({ maxSize: keptCharacters });
  private readonly latestVersions: Record<Tier, Batch<AskedVersion, LatestVersion | undefined>>;

  constructor(private readonly databases: Databases) {
    const batch = (tier: Tier) =>
      new Batch((asked: readonly AskedVersion[]) => readLatestVersions(databases.sql(tier), asked));
    this.latestVersions = { sandbox: batch('sandbox'), live: batch('live') };
  }

  /** Some workflow, for whoever needs one to try the engine with. */
  any(): Workflow {
    const [workflow] = this.builtIn();
    return workflow;
  }

  /** What this release comes with. */
  builtIn(): readonly [Workflow, ...Workflow[]] {
    return [...this.builtInById.values()] as [Workflow, ...Workflow[]];
  }

  /** Whether this release comes with a workflow of that name. */
  isBuiltIn(workflowId: string): boolean {
    return this.builtInById.has(workflowId);
  }

  /** What the caller may run under that slug. Asked of the database every time: what is promoted or deprecated holds at once. */
  async published(caller: Caller, workflowId: string): Promise<Workflow | undefined> {
    const latest = await this.latest(caller, workflowId);
    return latest && !latest.deprecatedAt ? this.of(caller.tier, workflowId, latest) : undefined;
  }

  /** What the caller sees under that slug: what is published, or what was. */
  async latest({ tier, organizationId }: Caller, workflowId: string): Promise<LatestVersion | undefined> {
    // What can be no slug is never asked of the database.
    if (!slugSchema.safeParse(workflowId).success) return undefined;
    const builtInVersion = this.builtInById.get(workflowId)?.definition.version;
    return this.latestVersions[tier].submit({ organizationId, workflowId, builtInVersion });
  }

  /** What the caller may run under any slug, by slug. */
  async allPublished(
    { tier, organizationId }: Caller,
    query: Omit<PublishedQuery, 'organizationId' | 'builtIn'> = {},
  ): Promise<PublishedVersion[]> {
    const builtIn = this.builtIn().map(({ definition: { workflow_id, version } }) => `${workflow_id} ${version}`);
    return readPublishedVersions(this.databases.sql(tier), { ...query, organizationId, builtIn });
  }

  /** The workflow of a version that was read. Of those built in, the one that this process came with. */
  async of(
    tier: Tier,
    workflowId: string,
    { builtIn, digest }: { builtIn: boolean; digest: string },
  ): Promise<Workflow> {
    const workflow = builtIn ? this.builtInById.get(workflowId) : await this.withDigest(tier, digest);
    if (!workflow) throw new Error(`the definition ${digest} of ${workflowId} is missing`);
    return workflow;
  }

  /** The very definition that a simulation was queued with. */
  async withDigest(tier: Tier, digest: string): Promise<Workflow | undefined> {
    const known = this.builtInByDigest.get(digest) ?? this.definitions.get(digest);
    if (known) return known;
    const { rows } = await this.databases.sql(tier).query<{ json: string }>({
      name: 'definition',
      text: 'SELECT definition::text AS json FROM workflow_definitions WHERE digest = $1',
      values: [digest],
    });
    const [row] = rows;
    if (!row) return undefined;
    // It was checked before it was written, maybe by a release with other rules: what ran on it stays readable.
    const workflow: Workflow = { definition: JSON.parse(row.json) as WorkflowDefinition, digest };
    this.definitions.set(digest, workflow, { size: row.json.length });
    return workflow;
  }
}
