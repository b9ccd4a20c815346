import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../../common/clock.js';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { fileTypeOf } from '../../common/http/request-body.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorOf } from '../../common/identity/creator.js';
import { newPrefixedId } from '../../common/crypto.js';
import { requireBudget } from '../../common/processor-budget.js';
import { fileTypes } from '../../common/table-files/read-table.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import { requireSpace } from '../../platform/database/organization-limits.js';
import { insert, type Sql } from '../../platform/database/sql.js';
import { creationBy, Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { Uploads, type ReceivedFile } from '../../platform/uploads/uploads.service.js';
import { unknownWorkflow, WorkflowCatalog, type Workflow } from '../../workflows/workflow-catalog.service.js';
import type { CreatedPeople, PeopleTask, PeopleResult } from './create-people.js';
import { toRecord, type PopulationRecord, type PopulationRow } from './population.record.js';
import type { CreatePopulation, ImportPopulation } from './population.schema.js';
import { join } from 'node:path';
import { ProcessLimitError, type ProcessLimits } from '../../platform/process/limited-process.js';
import type { ProcessTurns } from '../../platform/process/process-turns.service.js';

/** What a caller can change if the rows take too long or too much memory. */
const advice: Record<PeopleTask['kind'], Record<ProcessLimitError['limit'], string>> = {
  file: {
    time: 'takes too long to read: send fewer rows',
    memory: 'needs too much memory: send fewer rows or use a workflow with fewer attributes',
  },
  margins: {
    time: 'take too long to match: send fewer margins',
    memory: 'need too much memory: send fewer margins or use a workflow with fewer attributes',
  },
};

/** 100,000 people take a few seconds. A process of Node.js needs a quarter of the memory before it reads a file. */
const usualLimits: ProcessLimits = { memoryMb: 1_024, cpuSeconds: 20, timeoutMs: 30_000 };

export class PeopleProcess {
  constructor(
    private readonly turns: ProcessTurns,
    private readonly file = join(import.meta.dirname, 'create-people.process.js'),
    private readonly limits = usualLimits,
  ) {}

  /**
   * Throws {@link AppError} `invalid_population`, and like {@link ProcessTurns.inTurn}.
   *
   * @param descriptor of the open file of a task that has one
   */
  async create(organizationId: string, task: PeopleTask, descriptor?: number): Promise<CreatedPeople> {
    const { file, limits } = this;
    const result = await this.turns.inTurn(organizationId, (run) =>
      run<PeopleTask, PeopleResult>({ file, limits }, task, descriptor).catch((error: unknown): PeopleResult => {
        if (!(error instanceof ProcessLimitError)) throw error;
        return { ok: false, issues: [{ path: '', message: advice[task.kind][error.limit] }], issueCount: 1 };
      }),
    );
    if (!result.ok) {
      throw new AppError('invalid_population', { issues: result.issues, issue_count: result.issueCount });
    }
    return result;
  }
}

const maxUploadsPerOrganization = 3;

interface Creation {
  workflow: Workflow | AppError;
  name: string | null;
  /** Identifies the request for its Idempotency-Key. */
  payload: object;
  taskOf: (definition: WorkflowDefinition) => PeopleTask;
  descriptor?: number;
}

@Injectable()
export class PopulationCreation {
  private readonly active = new ConcurrencyLimit(Infinity, 0, maxUploadsPerOrganization);

  constructor(
    private readonly catalog: WorkflowCatalog,
    private readonly uploads: Uploads,
    private readonly people: PeopleProcess,
    private readonly databases: Databases,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** @param body undefined if the request has a file */
  async create(
    caller: Caller,
    request: Request,
    query: ImportPopulation,
    body: CreatePopulation | undefined,
    idempotencyKey: string | undefined,
  ): Promise<{ record: PopulationRecord; replayed: boolean }> {
    const type = fileTypeOf(request);
    if (type === undefined) {
      const margins = requireMargins(query, body);
      const workflow = await this.workflow(caller, margins.workflow_id);
      return this.save(caller, marginsCreation(workflow, margins), idempotencyKey);
    }
    const workflow = await this.workflow(caller, requireWorkflowId(query));
    return this.active.run(async () => {
      // Before the file arrives. With a key, only the file shows whether the request is a replay.
      if (idempotencyKey === undefined) await this.requireRoom(caller, workflow);
      return this.uploads.receive(request, (file) => {
        const creation = fileCreation(workflow, fileTypes[type as keyof typeof fileTypes], file, query);
        return this.save(caller, creation, idempotencyKey);
      });
    }, caller.organizationId);
  }

  /** Checks the limit before rows are computed. The transaction of the new population checks it again. Throws the error of the workflow. */
  private async requireRoom({ tier, organizationId }: Caller, workflow: Workflow | AppError): Promise<Workflow> {
    if (workflow instanceof AppError) throw workflow;
    await requireBudget();
    await this.databases.transaction(tier, (sql) => requireSpace(sql, organizationId, 'populations'));
    return workflow;
  }

  /** Returns the error `invalid_workflow` for an unknown workflow: a replay needs none. */
  private async workflow(caller: Caller, workflowId: string): Promise<Workflow | AppError> {
    const workflow = await this.catalog.published(caller, workflowId);
    return workflow ?? unknownWorkflow(this.catalog, caller, 'invalid_workflow', workflowId);
  }

  private async save(caller: Caller, creation: Creation, key: string | undefined) {
    const { name, payload, taskOf, descriptor } = creation;
    const { organizationId, tier } = caller;
    const once = creationBy(caller, 'POST /v1/populations', key, payload);
    const replay = await this.idempotency.replayOf<PopulationRecord>(tier, once);
    if (replay) return { record: replay.body, replayed: true };
    const { definition } = await this.requireRoom(caller, creation.workflow);
    const task = taskOf(definition);
    const { workflowId } = task;
    const created = await this.people.create(organizationId, task, descriptor);
    const { body, replayed } = await this.idempotency.once(tier, once, async (sql) => {
      await requireSpace(sql, organizationId, 'populations');
      const row: PopulationRow = {
        id: newPrefixedId('pop'),
        name,
        workflowId,
        workflowVersion: definition.version,
        peopleCount: created.people.count,
        details: created.details as unknown as PopulationRow['details'],
        createdAt: this.clock.now(),
        ...creatorOf(caller),
      };
      await write(sql, organizationId, row, created);
      const details = { workflow_id: workflowId, people_count: row.peopleCount };
      await Audit.appendBySql(sql, caller, { action: 'population.created', subject: row.id, details });
      return { body: toRecord(row, created.details) };
    });
    return { record: body, replayed };
  }
}

function requireWorkflowId({ workflow_id }: ImportPopulation): string {
  if (workflow_id === undefined)
    throw AppError.validation([{ path: 'workflow_id', message: 'is required for a file' }]);
  return workflow_id;
}

function fileCreation(
  workflow: Workflow | AppError,
  format: (typeof fileTypes)[keyof typeof fileTypes],
  { descriptor, sha256 }: ReceivedFile,
  query: ImportPopulation,
): Creation {
  const { name, columns = {}, values = {}, weight } = query;
  return {
    workflow,
    name: name ?? null,
    payload: { ...query, format, sha256 },
    descriptor,
    taskOf: ({ population }) => ({
      kind: 'file',
      workflowId: requireWorkflowId(query),
      population,
      format,
      mapping: { columns, values, weight },
    }),
  };
}

function requireMargins(query: ImportPopulation, body: CreatePopulation | undefined): CreatePopulation {
  const issues = Object.keys(query).map((path) => ({
    path,
    message: 'is for files only: send target margins and their fields in the body',
  }));
  if (!body) issues.push({ path: '', message: 'is required: send target margins as JSON, or a file' });
  if (issues.length > 0 || !body) throw AppError.validation(issues);
  return body;
}

function marginsCreation(workflow: Workflow | AppError, body: CreatePopulation): Creation {
  return {
    workflow,
    name: body.name ?? null,
    payload: body,
    taskOf: ({ population, evidence }) => ({
      kind: 'margins',
      workflowId: body.workflow_id,
      population,
      margins: body.margins,
      respondents: evidence.errors?.population?.respondents ?? null,
    }),
  };
}

function write(
  sql: Sql,
  organizationId: string,
  row: PopulationRow,
  { people, attributes }: CreatedPeople,
): Promise<void> {
  return insert(sql, 'populations', {
    id: row.id,
    organization_id: organizationId,
    name: row.name,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    people_count: row.peopleCount,
    details: JSON.stringify(row.details),
    content: JSON.stringify({ people, attributes }),
    created_at: row.createdAt,
    created_by_user_id: row.createdByUserId,
    created_by_key_id: row.createdByKeyId,
  });
}
