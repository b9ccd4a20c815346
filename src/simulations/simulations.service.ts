import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { randomSeed } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { isPrefixedId } from '../common/ids.js';
import type { Settings } from '../config/settings.js';
import { DEFAULT_PARAMETER_DRAWS, resolveScenario } from '../engine/index.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Simulation } from '../platform/database/generated/client.js';
import type { Sql } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { Idempotency, type IdempotentRequest } from '../platform/idempotency/idempotency.service.js';
import { rejectUndeliverable } from '../platform/outbound/webhook-url.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { toStoredOrigin } from '../platform/tracing/origin.js';
import { unknownWorkflow } from '../workflows/unknown-workflow.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { Usage } from '../usage/usage.service.js';
import { withSuggestions } from './scenario-suggestions.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import type { CreateSimulation } from './simulation.schema.js';
import { writeSimulation, type PlannedSimulation } from './simulation.writer.js';

@Injectable()
export class Simulations {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
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
    const workflow = await this.workflow(caller, request.workflow_id);
    const asked = { route: 'POST /v1/simulations', key: idempotencyKey, payload: request };
    // Judged inside: a replay answers what was answered first, also where the workflow has been deprecated since.
    const { body, replayed } = await this.queueOnce(caller, asked, (queue) =>
      queue(this.planOf(caller, workflow, request)),
    );
    return { record: body, replayed };
  }

  /** What a request comes to with its defaults filled in; throws what a caller did wrong. Writes nothing. */
  async plan(caller: Caller, request: CreateSimulation): Promise<PlannedSimulation> {
    return this.planOf(caller, await this.workflow(caller, request.workflow_id), request);
  }

  /** The published workflow with that id, or the error to throw because the caller cannot use it. */
  async workflow(caller: Caller, workflowId: string): Promise<Workflow | AppError> {
    const workflow = await this.catalog.published(caller, workflowId);
    return workflow ?? unknownWorkflow(this.catalog, caller, 'invalid_workflow', workflowId);
  }

  /** Plans a simulation of a workflow that {@link workflow} returned. Throws the error that it returned. */
  planOf(caller: Caller, workflow: Workflow | AppError, request: CreateSimulation): PlannedSimulation {
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
      ...{ organizationId: caller.organizationId, workflow, agentCount, seed: request.seed ?? randomSeed() },
      parameterDraws: request.uncertainty?.parameter_draws ?? DEFAULT_PARAMETER_DRAWS,
      ...{
        scenario: resolved.scenario,
        warnings: resolved.warnings,
        webhookUrl: request.webhook_url ?? null,
        routedVia: null,
      },
      origin: toStoredOrigin(caller),
    };
  }

  /** Once for each Idempotency-Key: the effect queues a simulation with what it is handed, and says what is answered, now and in a replay. */
  async queueOnce<Body extends object>(
    caller: Caller,
    asked: Pick<IdempotentRequest, 'route' | 'key' | 'payload'>,
    effect: (queue: (planned: PlannedSimulation) => Promise<SimulationRecord>) => Promise<Body>,
  ): Promise<{ body: Body; replayed: boolean }> {
    const now = this.clock.now();
    const once = {
      ...asked,
      ...{ scope: caller.organizationId, status: 202 },
      // It locks the organization's row until the commit.
      last: (sql: Sql) => this.usage.reserve(sql, caller, now),
    };
    return this.idempotency.once(caller.tier, once, (sql) =>
      effect(async (planned) => {
        const simulation = await writeSimulation(sql, planned, now);
        await Outbox.appendBySql(sql, { kind: 'simulation.queued', payload: {} });
        return toRecord(simulation);
      }),
    );
  }

  async get(caller: Caller, id: string): Promise<SimulationRecord> {
    return toRecord(await this.find(caller, id));
  }

  /** The row, of the caller's organization only: another organization's is as missing as one that never was. */
  async find(caller: Caller, id: string): Promise<Simulation> {
    const row = isPrefixedId('sim', id)
      ? await this.databases.for(caller.tier).simulation.findFirst({
          where: { id, organizationId: caller.organizationId },
        })
      : null;
    if (!row) throw new AppError('simulation_not_found');
    return row;
  }

  private agentCount(caller: Caller, workflow: Workflow, asked: number | undefined): number {
    const ceiling = this.settings.planLimits[caller.planTier].agents_per_simulation;
    if (asked === undefined) return Math.min(workflow.definition.population.recommended_agent_count, ceiling);
    if (asked > ceiling) throw new AppError('agent_count_exceeds_plan', { agent_count_ceiling: ceiling });
    return asked;
  }
}
