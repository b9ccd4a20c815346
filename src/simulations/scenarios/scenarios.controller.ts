import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { pollHeaders } from '../poll-headers.js';
import { simulationRecordSchema, type SimulationRecord } from '../simulation.record.js';
import { ScenarioCreation } from './scenario-creation.service.js';
import {
  createScenarioSchema,
  deletedScenarioSchema,
  listScenariosSchema,
  runScenarioSchema,
  scenarioIdSchema,
  scenarioRecordSchema,
  scenarioRunMetaSchema,
  updateScenarioSchema,
  type CreateScenario,
  type ListScenarios,
  type RunScenario,
  type ScenarioRecord,
  type UpdateScenario,
} from './scenario.schema.js';
import { Scenarios } from './scenarios.service.js';

const parameters = { scenario_id: scenarioIdSchema };

@Controller('v1/scenarios')
@InTag({ name: 'Scenarios', description: 'Saved scenarios: named requests that run again on new versions.' })
export class ScenariosController {
  constructor(
    private readonly scenarios: Scenarios,
    private readonly creation: ScenarioCreation,
  ) {}

  @Post()
  @HttpCode(201)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Save a scenario',
    description:
      'Saves the request of a simulation under a name. It must be valid for the current version of the workflow. Nothing is simulated, and no quota is used. Limit: 1,000 scenarios per organization and tier.',
    data: scenarioRecordSchema,
    headers: ['Location'],
    errors: [
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'agent_count_exceeds_plan',
      'scenario_limit_reached',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createScenarioSchema }) body: CreateScenario,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<ScenarioRecord>> {
    const { record, replayed } = await this.creation.create(caller, body, idempotencyKey);
    return new Reply(record, { headers: { Location: `/v1/scenarios/${record.id}`, ...replayHeaders(replayed) } });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List scenarios',
    description: 'Returns the saved scenarios of the organization in this tier, newest first.',
    data: scenarioRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listScenariosSchema }) query: ListScenarios,
  ): Promise<Reply<ScenarioRecord[]>> {
    return this.scenarios.page(caller, query);
  }

  @Get(':scenario_id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a scenario',
    description: 'Returns a saved scenario.',
    parameters,
    data: scenarioRecordSchema,
    errors: ['scenario_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('scenario_id') id: string): Promise<ScenarioRecord> {
    return this.scenarios.get(caller, id);
  }

  @Patch(':scenario_id')
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Update a scenario',
    description:
      'Replaces the given fields; omitted fields stay unchanged. The result must be valid for the current version of the workflow. Simulations that ran before do not change.',
    parameters,
    data: scenarioRecordSchema,
    errors: [
      'scenario_not_found',
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'agent_count_exceeds_plan',
    ],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('scenario_id') id: string,
    @Body({ schema: updateScenarioSchema }) body: UpdateScenario,
  ): Promise<ScenarioRecord> {
    return this.scenarios.update(caller, id, body);
  }

  @Delete(':scenario_id')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Delete a scenario',
    description: 'Deletes a saved scenario permanently. Its simulations remain.',
    parameters,
    data: deletedScenarioSchema,
    errors: ['scenario_not_found'],
  })
  remove(@CurrentCaller() caller: Caller, @Param('scenario_id') id: string): Promise<{ id: string; deleted: true }> {
    return this.scenarios.remove(caller, id);
  }

  @Post(':scenario_id/simulations')
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Run a scenario',
    description:
      'Queues a simulation of a saved scenario, on the current version of its workflow. It counts against the quota. `meta` states that version, and the version when the scenario was saved. If the scenario no longer fits the current version, the response is the error of a create, and nothing is queued.',
    parameters,
    data: simulationRecordSchema,
    meta: scenarioRunMetaSchema,
    headers: ['Location', 'Retry-After'],
    errors: [
      'scenario_not_found',
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async run(
    @CurrentCaller() caller: Caller,
    @Param('scenario_id') id: string,
    @Body({ schema: runScenarioSchema }) body: RunScenario,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<SimulationRecord>> {
    const { record, meta, replayed } = await this.creation.run(caller, id, body, idempotencyKey);
    const Location = `/v1/simulations/${record.id}`;
    return new Reply(record, { meta, headers: { Location, ...replayHeaders(replayed), ...pollHeaders(record) } });
  }
}
