import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { randomSeed } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { isPrefixedId } from '../common/ids.js';
import type { Settings } from '../config/settings.js';
import { agentsInteract } from '../engine/analyses.js';
import { resolveScenario } from '../engine/definition.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Simulation } from '../platform/database/generated/client.js';
import type { Sql } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { Idempotency, type EffectOutcome } from '../platform/idempotency/idempotency.service.js';
import { rejectUndeliverable } from '../platform/outbound/webhook-url.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { toStoredOrigin } from '../platform/tracing/origin.js';
import { unknownWorkflow } from '../workflows/unknown-workflow.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { Usage } from '../usage/usage.service.js';
import { storeAdjusted, type AdjustedWorkflow } from './adjustments/adjusted-workflow.js';
import { AdjustedWorkflows } from './adjustments/adjusted-workflows.service.js';
import { requestedAdjustments } from './adjustments/adjustment.schema.js';
import { requestedAnnotations } from './annotations.js';
import { withSuggestions } from './scenario-suggestions.js';
import { findSimulation } from './simulation.reader.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import type { CreateSimulation } from './simulation.schema.js';
import { insertSimulation, queuedSimulation, type PlannedSimulation } from './simulation.writer.js';
import { parameterDrawsOf } from './uncertainty.js';

/** The fields of a request that select the definition and the agents. */
type PreparedFields = Pick<CreateSimulation, 'workflow_id' | 'seed' | 'agent_count'>;

@Injectable()
export class Simulations {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly adjusted: AdjustedWorkflows,
    private readonly idempotency: Idempotency,
    private readonly usage: Usage,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async create(
    caller: Caller,
    request: CreateSimulation,
    idempotencyKey: string | undefined,
  ): Promise<{ record: SimulationRecord; replayed: boolean }> {
    const prepared = await this.prepare(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    // Validated in the effect: a replay returns the first response even if the workflow has been deprecated since.
    const { body, replayed } = await this.idempotency.once(caller.tier, once, (sql) =>
      this.queue(sql, caller, this.planOf(caller, prepared.workflow, prepared.request)),
    );
    return { record: body, replayed };
  }

  /** Fills in the defaults of a request. Throws {@link AppError} if it is invalid. Writes nothing. */
  async plan(caller: Caller, request: CreateSimulation): Promise<PlannedSimulation> {
    const prepared = await this.prepare(caller, request);
    return this.planOf(caller, prepared.workflow, prepared.request);
  }

  /** Returns the published workflow with that id, or the error to throw because the caller cannot use it. */
  async workflow(caller: Caller, workflowId: string): Promise<Workflow | AppError> {
    const workflow = await this.catalog.published(caller, workflowId);
    return workflow ?? unknownWorkflow(this.catalog, caller, 'invalid_workflow', workflowId);
  }

  /**
   * Finds the workflow of a request and applies the adjustments of the request. The seed is selected here if adjustments depend on the agents.
   * Returns the error to throw in place of the workflow if the caller cannot use it.
   */
  async prepare<Request extends PreparedFields>(
    caller: Caller,
    request: Request,
  ): Promise<{ workflow: AdjustedWorkflow | AppError; request: Request }> {
    const workflow = await this.workflow(caller, request.workflow_id);
    const adjustments = requestedAdjustments(request);
    if (workflow instanceof AppError || !adjustments) return { workflow, request };
    const seed = request.seed ?? randomSeed();
    try {
      const agentCount = this.agentCount(caller, workflow, request.agent_count);
      const adjusted = await this.adjusted.apply(caller, workflow, adjustments, { seed, agentCount });
      return { workflow: adjusted, request: { ...request, seed } };
    } catch (error) {
      if (error instanceof AppError) return { workflow: error, request };
      throw error;
    }
  }

  /** Plans a simulation of a workflow that {@link workflow} returned. Throws the error that it returned. */
  planOf(caller: Caller, workflow: AdjustedWorkflow | AppError, request: CreateSimulation): PlannedSimulation {
    if (workflow instanceof AppError) throw workflow;
    if (request.webhook_url !== undefined) {
      rejectUndeliverable('webhook_url', request.webhook_url, caller.tier, this.settings);
    }
    const agentCount = this.agentCount(caller, workflow, request.agent_count);
    const resolved = resolveScenario(workflow.definition, request.scenario_context ?? {});
    if (!resolved.ok) {
      throw AppError.withIssues('invalid_scenario_context', withSuggestions(workflow.definition, resolved.issues));
    }
    return {
      organizationId: caller.organizationId,
      workflow,
      agentCount,
      seed: request.seed ?? randomSeed(),
      parameterDraws: parameterDrawsOf(request.uncertainty, agentsInteract(workflow.definition)),
      scenario: resolved.scenario,
      warnings: resolved.warnings,
      webhookUrl: request.webhook_url ?? null,
      annotations: requestedAnnotations(request),
      routedVia: null,
      origin: toStoredOrigin(caller),
    };
  }

  /** Queues a simulation in the transaction of an idempotent effect, and reserves its quota as the last step. */
  async queue(sql: Sql, caller: Caller, planned: PlannedSimulation): Promise<EffectOutcome<SimulationRecord>> {
    const { body, ...rest } = await this.queueAll(sql, caller, [planned]);
    return { ...rest, body: body[0]! };
  }

  /** The same for several simulations: all are queued, or none. */
  queueAll(
    sql: Sql,
    caller: Caller,
    all: readonly PlannedSimulation[],
  ): Promise<Required<EffectOutcome<SimulationRecord[]>>> {
    const now = this.clock.now();
    const rows = all.map((planned) => queuedSimulation(planned, now));
    const body = rows.map(toRecord);
    const sent = Promise.all([
      ...distinctWorkflows(all).map((workflow) => storeAdjusted(sql, workflow)),
      ...rows.flatMap((row) => [
        insertSimulation(sql, row),
        Outbox.appendBySql(sql, { kind: 'simulation.queued', payload: {} }),
      ]),
    ]);
    return Promise.resolve({ body, sent, last: (sql) => this.usage.reserve(sql, caller, now, all.length) });
  }

  async get(caller: Caller, id: string): Promise<SimulationRecord> {
    return toRecord(await this.find(caller, id));
  }

  /** Returns the row. Throws {@link AppError} `simulation_not_found`, also for a deleted one and for one of another organization. */
  async find(caller: Caller, id: string): Promise<Simulation> {
    const row = isPrefixedId('sim', id)
      ? await findSimulation(this.databases.sql(caller.tier), caller.organizationId, id)
      : undefined;
    if (!row) throw new AppError('simulation_not_found');
    return row;
  }

  private agentCount(caller: Caller, workflow: Workflow, requested: number | undefined): number {
    const ceiling = this.settings.planLimits[caller.planTier].agents_per_simulation;
    if (requested === undefined) return Math.min(workflow.definition.population.recommended_agent_count, ceiling);
    if (requested > ceiling) throw new AppError('agent_count_exceeds_plan', { agent_count_ceiling: ceiling });
    return requested;
  }
}

/** Several simulations of one request usually have the same definition. */
function distinctWorkflows(all: readonly PlannedSimulation[]): AdjustedWorkflow[] {
  return [...new Map(all.map(({ workflow }) => [workflow.digest, workflow])).values()];
}
