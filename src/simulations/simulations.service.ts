import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { randomSeed } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { isPrefixedId, newPrefixedId } from '../common/ids.js';
import type { Settings } from '../config/settings.js';
import { resolveScenario } from '../engine/index.js';
import { Databases } from '../platform/database/databases.service.js';
import { toJson } from '../platform/database/json.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { WorkflowCatalog, type Workflow } from '../routing/workflow-catalog.service.js';
import { Usage } from '../usage/usage.service.js';
import { pickUpTimeoutMs } from './simulation-run.service.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import type { CreateSimulation } from './simulation.schema.js';

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
    const workflow = this.catalog.find(request.workflow_id);
    if (!workflow) throw new AppError('invalid_workflow', { workflow_id: request.workflow_id });
    const agentCount = this.agentCount(caller, workflow, request.agent_count);
    const resolved = resolveScenario(workflow.definition, request.scenario_context ?? {});
    if (!resolved.ok) throw AppError.withIssues('invalid_scenario_context', resolved.issues);

    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    const { body, replayed } = await this.idempotency.once(this.databases.for(caller.tier), once, async (tx) => {
      const simulation = await tx.simulation.create({
        data: {
          id: newPrefixedId('sim'),
          organizationId: caller.organizationId,
          workflowId: workflow.definition.workflow_id,
          workflowVersion: workflow.definition.version,
          definitionDigest: workflow.digest,
          agentCount,
          seed: BigInt(request.seed ?? randomSeed()),
          scenarioContext: toJson(resolved.scenario),
          warnings: toJson(resolved.warnings),
          createdAt: this.clock.now(),
          leaseExpiresAt: new Date(this.clock.now().getTime() + pickUpTimeoutMs),
        },
      });
      await Outbox.append(tx, { kind: 'simulation.queued', payload: { simulation_id: simulation.id, attempt: 0 } });
      // Last, since it locks the organization's row until the commit.
      await this.usage.reserve(tx, caller);
      return toRecord(simulation);
    });
    return { record: body, replayed };
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
