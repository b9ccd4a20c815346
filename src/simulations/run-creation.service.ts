import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import type { Caller } from '../common/identity/caller.js';
import type { Insert } from '../platform/database/in-batches.js';
import { Idempotency, type InsertEffect } from '../platform/idempotency/idempotency.service.js';
import { maxAnswerTokens } from '../language-model/tasks/survey.js';
import { Usage } from '../usage/usage.service.js';
import { unpublishedDefinition, type AdjustedWorkflow } from '../saved/adjustments/adjusted-workflows.service.js';
import { noAnnotations } from './annotations.js';
import { plannedFields } from './dry-run/estimate.schema.js';
import { SimulationEstimates } from './dry-run/simulation-estimates.service.js';
import { withoutSimulation } from './run.record.js';
import { maxWakeUpSignals } from './queue/simulation-claims.service.js';
import {
  isExecution,
  isGroup,
  usesLanguageModel,
  type ChildPlan,
  type RegisteredKind,
  type RunRecord,
  type RunRequest,
} from './run.kind.js';
import { quotaOf } from './run.modes.js';
import { RunPlanner, type PlannedOfKind } from './run-planner.service.js';
import {
  blockIdPrefix,
  insertChildren,
  insertRun,
  queuedRun,
  simulationRun,
  type ChildRows,
  type RunRow,
} from './run.row.js';

/** Queues runs and estimates their cost. */
@Injectable()
export class RunCreation {
  constructor(
    private readonly planner: RunPlanner,
    private readonly estimates: SimulationEstimates,
    private readonly idempotency: Idempotency,
    private readonly usage: Usage,
    private readonly clock: Clock,
  ) {}

  /** Queues a run and reserves its quota in one transaction. Throws {@link AppError} if the request is invalid. */
  async create(
    caller: Caller,
    kind: RegisteredKind,
    request: RunRequest,
    idempotencyKey: string | undefined,
  ): Promise<{ record: RunRecord; replayed: boolean }> {
    const prepared = await this.planner.prepare(caller, kind, request);
    const once = {
      scope: caller.organizationId,
      route: `POST /v1/${kind.path}`,
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    // Planned in the effect: a replay returns the first response even if the workflow has been deprecated since.
    const { body, replayed } = await this.idempotency.insertOnce(caller.tier, once, () => {
      const { body: records, ...effect } = this.queue(caller, [this.planner.plan(caller, kind, prepared)]);
      return { ...effect, body: records[0]! };
    });
    return { record: body, replayed };
  }

  /** Queues runs, all or none, and reserves their quota. */
  queue(caller: Caller, all: readonly PlannedOfKind[]): InsertEffect<RunRecord[]> {
    const now = this.clock.now();
    const rows = all.map((planned) => ({ ...planned, row: rowOf(planned, now) }));
    const cost = all.reduce((sum, planned) => sum + planned.cost, 0);
    const [first, ...others] = all;
    const what = others.length === 0 ? first!.kind.noun : 'question';
    const { insert, refusal } = this.usage.reservation(caller, now, cost, what);
    const inserts = [
      ...distinctWorkflows(all).flatMap((workflow, k) =>
        unpublishedDefinition(insert.name, `definition_${k}`, workflow),
      ),
      ...rows.flatMap(({ row, kind, base, plan, children }, k) => [
        insertRun(insert.name, `run_${k}`, row),
        ...(children
          ? [insertChildren(insert.name, `children_${k}`, childRowsOf({ kind, base, plan, children }, row, now))]
          : []),
      ]),
      wakeWorkers(
        insert.name,
        rows.reduce((sum, { children }) => sum + (children?.length ?? 1), 0),
      ),
    ];
    return { body: rows.map(({ kind, row }) => kind.format.of(row)), inserts: [insert, ...inserts], refusal };
  }

  /** Returns the resolved request and its cost. Writes nothing. */
  async estimate(caller: Caller, kind: RegisteredKind, request: RunRequest): Promise<object> {
    const planned = this.planner.plan(caller, kind, await this.planner.prepare(caller, kind, request));
    const { base, plan, children, cost } = planned;
    const object = `${kind.name}_dry_run`;
    const planFields = { object, dry_run: true, ...plannedFields(base), ...plan };
    if (isExecution(kind.work)) {
      const evaluations_max = kind.work.evaluations(plan);
      const record = { ...planFields, evaluations_max, cost: await this.usage.costOf(caller, cost) };
      return kind.fromDataset ? { ...withoutSimulation(record), ...plan } : record;
    }
    if (usesLanguageModel(kind.work)) {
      const requests = kind.work.answers(plan, base.agentCount);
      const language_model = {
        requests,
        estimated_prompt_tokens: requests * kind.work.promptTokens(plan, base.workflow, base.scenario),
        estimated_completion_tokens: requests * maxAnswerTokens,
      };
      return { ...planFields, language_model, cost: await this.usage.costOf(caller, cost) };
    }
    const inBlocks = isGroup(kind.work) && kind.work.inBlocks !== undefined;
    const estimate = await this.estimates.of(caller, base, cost, inBlocks ? 1 : cost);
    if (!children) return estimate;
    return { ...estimate, object, ...plan, ...(!inBlocks && { points_total: children.length }) };
  }
}

/** The group has the webhook and the annotations, not its simulations. */
const ofGroup = { webhookUrl: null, annotations: noAnnotations, id: undefined };

function rowOf({ kind, base, plan, children, cost }: PlannedOfKind, now: Date): RunRow {
  if (kind.work === 'agents') return queuedRun(base, now);
  const own = { kind: kind.name, idPrefix: kind.idPrefix, request: plan, cost, childCount: children?.length ?? null };
  const row = queuedRun(base, now, own);
  if (!children) return row;
  return { ...row, children: { queued: children.length, running: 0, completed: 0, failed: 0, canceled: 0 } };
}

/** Blocks have the plan of their group. Each counts against the quota as much as its agents. */
function childRowsOf(
  { kind, base, plan, children }: Pick<PlannedOfKind, 'kind' | 'base' | 'plan'> & { children: readonly ChildPlan[] },
  { id: parentId }: RunRow,
  now: Date,
): ChildRows {
  const planned = { ...base, ...ofGroup };
  if (!isGroup(kind.work) || !kind.work.inBlocks)
    return { shared: { ...queuedRun(planned, now), parentId }, idPrefix: simulationRun.idPrefix, children };
  const block = { kind: kind.name, idPrefix: blockIdPrefix, request: plan, cost: 0, childCount: null };
  const blocks = children.map((child) => ({ ...child, cost: quotaOf(child.agentCount ?? base.agentCount) }));
  return { shared: { ...queuedRun(planned, now, block), parentId }, idPrefix: blockIdPrefix, children: blocks };
}

/** A woken worker runs simulations until none is queued, so that few signals suffice. */
function wakeWorkers(from: string, count: number): Insert {
  return {
    name: 'signals',
    text: `
      INSERT INTO outbox_messages (kind, payload)
      SELECT 'simulation.queued', '{}' FROM ${from}, generate_series(1, $1::int)`,
    values: [Math.min(count, maxWakeUpSignals)],
  };
}

/** Several simulations of one request usually have the same definition. */
function distinctWorkflows(all: readonly PlannedOfKind[]): AdjustedWorkflow[] {
  return [...new Map(all.map(({ base: { workflow } }) => [workflow.digest, workflow])).values()];
}
