import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId, newPrefixedId } from '../../common/ids.js';
import type { SavedScenario } from '../../platform/database/generated/client.js';
import { requireSpace } from '../../platform/database/organization-limits.js';
import { insert, toColumns } from '../../platform/database/sql.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { requestedAnnotations } from '../annotations.js';
import type { SimulationRecord } from '../simulation.record.js';
import { Simulations } from '../simulations.service.js';
import type { CreateScenario, RunScenario, ScenarioRecord, ScenarioRunMeta } from './scenario.schema.js';
import { scenarioColumns, scenarioJsonFields, simulationRequestOf, toScenarioRecord } from './scenario.row.js';
import { Scenarios } from './scenarios.service.js';

/** Creates saved scenarios and runs them. */
@Injectable()
export class ScenarioCreation {
  constructor(
    private readonly scenarios: Scenarios,
    private readonly simulations: Simulations,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** Saves a scenario that is valid for the current version of its workflow. */
  async create(
    caller: Caller,
    request: CreateScenario,
    key: string | undefined,
  ): Promise<{ record: ScenarioRecord; replayed: boolean }> {
    const row = newScenario(caller, request, this.clock.now());
    const prepared = await this.simulations.prepare(caller, simulationRequestOf(row));
    const { organizationId } = caller;
    const once = { scope: organizationId, route: 'POST /v1/scenarios', key, payload: request, status: 201 };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const { workflow } = this.simulations.planOf(caller, prepared.workflow, prepared.request);
      await requireSpace(
        sql,
        organizationId,
        'saved_scenarios',
        'maxScenarios',
        (limit) => new AppError('scenario_limit_reached', { scenario_limit: limit }),
      );
      const saved = { ...row, workflowVersion: workflow.definition.version };
      await insert(sql, 'saved_scenarios', toColumns(saved, scenarioColumns, scenarioJsonFields));
      return { body: toScenarioRecord(saved) };
    });
    return { record: body, replayed };
  }

  /** Queues a simulation of a saved scenario, on the current version of its workflow. */
  async run(
    caller: Caller,
    id: string,
    request: RunScenario,
    key: string | undefined,
  ): Promise<{ record: SimulationRecord; meta: ScenarioRunMeta; replayed: boolean }> {
    if (!isPrefixedId('scn', id)) throw new AppError('scenario_not_found');
    const found = await this.prepareRun(caller, id, request);
    const route = `POST /v1/scenarios/${id}/simulations`;
    const once = { scope: caller.organizationId, route, key, payload: request, status: 202 };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      // Thrown in the effect: a replay returns the first response even if the scenario has been deleted since.
      if (found instanceof AppError) throw found;
      const { saved, workflow, request: own } = found;
      const { body: record, ...rest } = await this.simulations.queue(
        sql,
        caller,
        this.simulations.planOf(caller, workflow, own),
      );
      return { ...rest, body: { record, meta: runMeta(saved, record) } };
    });
    return { ...body, replayed };
  }

  /** Returns the error to throw in place of the run if the scenario does not exist. */
  private async prepareRun(caller: Caller, id: string, request: RunScenario) {
    const saved = await this.scenarios.findIfExists(caller, id);
    if (!saved) return new AppError('scenario_not_found');
    const prepared = await this.simulations.prepare(caller, {
      ...simulationRequestOf(saved),
      ...Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)),
      name: request.name === undefined ? saved.name : request.name,
    });
    return { saved, ...prepared };
  }
}

function runMeta(saved: SavedScenario, { workflow_version }: SimulationRecord): ScenarioRunMeta {
  return {
    scenario_id: saved.id,
    workflow_version,
    saved_workflow_version: saved.workflowVersion,
    is_new_version: workflow_version !== saved.workflowVersion,
  };
}

function newScenario({ organizationId }: Caller, request: CreateScenario, now: Date): SavedScenario {
  const { workflow_id, scenario_context = {}, adjustments = null, agent_count = null, seed = null } = request;
  return {
    id: newPrefixedId('scn'),
    organizationId,
    ...requestedAnnotations(request),
    name: request.name,
    workflowId: workflow_id,
    workflowVersion: '',
    scenarioContext: scenario_context as SavedScenario['scenarioContext'],
    adjustments: adjustments && Object.keys(adjustments).length > 0 ? adjustments : null,
    agentCount: agent_count,
    seed: seed === null ? null : BigInt(seed),
    createdAt: now,
    updatedAt: now,
  };
}
