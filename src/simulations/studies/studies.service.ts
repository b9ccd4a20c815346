import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId, newPrefixedId } from '../../common/ids.js';
import type { Study } from '../../engine/analyses.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { Idempotency, type EffectOutcome } from '../../platform/idempotency/idempotency.service.js';
import type { Sql } from '../../platform/database/sql.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Usage } from '../../usage/usage.service.js';
import { WorkflowCatalog, type Workflow } from '../../workflows/workflow-catalog.service.js';
import { storeAdjusted } from '../adjustments/adjusted-workflow.js';
import { plannedFields } from '../estimates/planned-fields.js';
import { insertSimulation, queuedSimulation, type PlannedSimulation } from '../simulation.writer.js';
import { findSimulation } from '../simulation.reader.js';
import { costOf, costOfEvaluations, type StoredStudy, type StudyKind } from './study.js';
import { studyKinds } from './study-kinds.js';

/** A requested study with all defaults filled in. */
export interface PlannedStudy {
  /** The workflow, scenario, seed and agents that all evaluations share. */
  base: PlannedSimulation;
  study: Study;
  maxEvaluations: number;
}

/** A request that creates a study. */
export interface StudyRequest {
  /** Method and path, for the idempotency key. */
  route: string;
  payload: object;
  idempotencyKey: string | undefined;
}

/** Queues and reads studies, which share the queue of simulations. */
@Injectable()
export class Studies {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly idempotency: Idempotency,
    private readonly usage: Usage,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a study and reserves its quota in one transaction.
   * @param plan called in the transaction: a replay returns the first response even if the workflow has been deprecated since
   */
  async create<Record extends object>(
    caller: Caller,
    { route, payload, idempotencyKey }: StudyRequest,
    plan: () => PlannedStudy,
    recordOf: (row: Simulation) => Record,
  ): Promise<{ record: Record; replayed: boolean }> {
    const once = { scope: caller.organizationId, route, key: idempotencyKey, payload, status: 202 };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, (sql) =>
      Promise.resolve(this.queue(sql, caller, plan(), recordOf)),
    );
    return { record: body, replayed };
  }

  /** Queues a study in the transaction of an idempotent effect, and reserves its quota as the last step. */
  queue<Record extends object>(
    sql: Sql,
    caller: Caller,
    planned: PlannedStudy,
    recordOf: (row: Simulation) => Record,
  ): EffectOutcome<Record> {
    const now = this.clock.now();
    const row = queuedStudy(planned, now);
    const sent = Promise.all([
      storeAdjusted(sql, planned.base.workflow),
      insertSimulation(sql, row),
      Outbox.appendBySql(sql, { kind: 'simulation.queued', payload: {} }),
    ]);
    return { body: recordOf(row), sent, last: (last) => this.usage.reserve(last, caller, now, costOf(row)) };
  }

  /** Estimates the cost of a study. Returns the fields of a dry run that every kind has. Writes nothing. */
  async estimate(caller: Caller, { base, maxEvaluations }: PlannedStudy) {
    return {
      dry_run: true as const,
      ...plannedFields(base),
      evaluations_max: maxEvaluations,
      cost: await this.usage.costOf(caller, costOfEvaluations(base.agentCount, maxEvaluations)),
    };
  }

  /** Returns the row. Throws {@link AppError} `…_not_found`, also for a deleted one and for one of another organization. */
  async find(caller: Caller, kind: StudyKind, id: string): Promise<Simulation> {
    const { idPrefix, notFound } = studyKinds[kind];
    const row = isPrefixedId(idPrefix, id)
      ? await findSimulation(this.databases.sql(caller.tier), caller.organizationId, id)
      : undefined;
    if (!row) throw new AppError(notFound);
    return row;
  }

  /** Returns a completed study and the exact definition it ran with. Throws {@link AppError} `…_not_found`, `…_not_complete`. */
  async findCompleted(caller: Caller, kind: StudyKind, id: string): Promise<{ row: Simulation; workflow: Workflow }> {
    const row = await this.find(caller, kind, id);
    if (row.status !== 'completed') throw new AppError(studyKinds[kind].notComplete, { status: row.status });
    const workflow = await this.catalog.withDigest(caller.tier, row.definitionDigest);
    if (!workflow) throw new Error(`the definition ${row.definitionDigest} of ${row.workflowId} is not in the catalog`);
    return { row, workflow };
  }
}

/** Returns the row of a queued study with a new id. */
function queuedStudy({ base, study, maxEvaluations }: PlannedStudy, now: Date): Simulation {
  const cost = costOfEvaluations(base.agentCount, maxEvaluations);
  const stored: StoredStudy = { ...study, cost, max_evaluations: maxEvaluations };
  const id = newPrefixedId(studyKinds[study.kind].idPrefix);
  return { ...queuedSimulation({ ...base, id }, now), study: stored as unknown as Simulation['study'] };
}
