import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { sha256 } from '../common/crypto.js';
import { turnFor } from '../common/event-loop-turns.js';
import { jsonTextPer, writeJson } from '../common/http/json-text.js';
import type { Reply } from '../common/http/reply.js';
import { StreamReply } from '../common/http/stream-reply.js';
import { ENGINE_VERSION } from '../../model/definition.js';
import { lacksRows, withSyntheticAgents } from '../../model/simulate.js';
import type { Caller } from '../common/identity/caller.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, toPage, newestPage } from '../common/pagination/page.js';
import { Databases } from '../platform/database/databases.service.js';
import {
  toCaseStudy,
  toListedCaseStudy,
  toVersionRecord,
  type CaseStudy,
  type ListedCaseStudy,
  type RunnableDefinition,
  type WorkflowVersionRecord,
  type ListCaseStudies,
  type ListVersions,
} from './case-study.record.js';
import { slugsWithData } from './data-origin.js';
import { unknownWorkflow, WorkflowCatalog, type Workflow } from './workflow-catalog.service.js';

const runnable = jsonTextPer(({ definition }: Workflow) =>
  lacksRows(definition) ? withSyntheticAgents(definition) : definition,
);

@Injectable()
export class CaseStudies {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly cursors: CursorCodec,
  ) {}

  /** Ordered by slug: a new version keeps its position, so that pages skip and repeat nothing while workflows are published. */
  async list(caller: Caller, query: ListCaseStudies): Promise<Reply<ListedCaseStudy[]>> {
    const { limit, cursor, ...filters } = query;
    const list = listOf('case-studies', caller, filters);
    const { search, family, domain, data_kind: dataKind, country, data_since: since } = filters;
    const rows = await this.catalog.allPublished(caller, {
      limit: limit + 1,
      family,
      domain,
      dataKind,
      builtInSlugs: slugsWithData({ country, since }),
      words: search?.trim().split(/\s+/),
      after: cursor === undefined ? undefined : this.cursors.decode(list, cursor).id,
    });
    const positioned = rows.map((row) => ({ ...row, id: row.workflowId }));
    return toPage(positioned, { limit, list, cursors: this.cursors, toRecord: toListedCaseStudy });
  }

  /** The current version, or the last version of a deprecated workflow. */
  async get(caller: Caller, workflowId: string, version?: string): Promise<CaseStudy> {
    const { workflow, published } = await this.find(caller, workflowId, version);
    return toCaseStudy(workflow, published);
  }

  /** The definition with the rows of its agents, as JSON with an ETag. */
  async definition(caller: Caller, workflowId: string, version?: string): Promise<StreamReply> {
    const { workflow, published } = await this.find(caller, workflowId, version);
    const data: RunnableDefinition = {
      workflow_id: workflowId,
      version: published.version,
      definition_digest: workflow.digest,
      engine_version: ENGINE_VERSION,
      definition: runnable(workflow),
    };
    const rows = lacksRows(workflow.definition) ? 'synthetic' : '';
    const tag = sha256([workflow.digest, data.version, ENGINE_VERSION, rows].join(' ')).toString('base64url');
    const type = 'application/json; charset=utf-8';
    return new StreamReply({ type, compressible: true, tag }, async () => {
      const text = writeJson({ data });
      await turnFor(text.length);
      return { content: Buffer.from(text) };
    });
  }

  /** A version of a workflow, by default the current one. Throws {@link AppError} `case_study_not_found`. */
  async find(caller: Caller, workflowId: string, version?: string) {
    const latest = await this.catalog.latest(caller, workflowId);
    if (!latest) throw await unknownWorkflow(this.catalog, caller, 'case_study_not_found', workflowId);
    if (version === undefined || version === latest.version) {
      return {
        workflow: await this.catalog.of(caller.tier, workflowId, latest, caller.organizationId),
        published: latest,
      };
    }
    const row = await this.databases.for(caller.tier).workflowVersion.findFirst({
      where: { workflowId, version, organizationId: latest.organizationId },
    });
    const workflow = row && (await this.catalog.withDigest(caller.tier, row.definitionDigest, caller.organizationId));
    if (!workflow) throw noVersion(workflowId, version);
    return { workflow, published: row };
  }

  async versions(
    caller: Caller,
    workflowId: string,
    { limit, cursor }: ListVersions,
  ): Promise<Reply<WorkflowVersionRecord[]>> {
    const latest = await this.catalog.latest(caller, workflowId);
    if (!latest) throw await unknownWorkflow(this.catalog, caller, 'case_study_not_found', workflowId);
    const where = { workflowId, organizationId: latest.organizationId };
    const page = { limit, cursor, list: listOf('workflow-versions', caller, { workflowId }) };
    return newestPage(this.cursors, page, toVersionRecord, ({ after, ...query }) =>
      this.databases.for(caller.tier).workflowVersion.findMany({ where: { ...where, ...after }, ...query }),
    );
  }
}

function noVersion(workflowId: string, version: string): AppError {
  const list = `GET /v1/case-studies/${workflowId}/versions lists its versions.`;
  return new AppError('case_study_not_found').withMessage(`The workflow has no version ${version}. ${list}`);
}
