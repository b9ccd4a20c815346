import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag, SendsWebhooks } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../platform/idempotency/idempotency-key.js';
import { dryRunSchema, type DryRun } from './estimates/estimate.schema.js';
import { SimulationEstimates } from './estimates/simulation-estimates.service.js';
import { pollHeaders } from './poll-headers.js';
import { PreferWait, type Wait } from './progress/prefer-wait.js';
import { SimulationWait } from './progress/simulation-wait.service.js';
import { simulationIdSchema, simulationRecordSchema, type SimulationRecord } from './simulation.record.js';
import {
  createSimulationSchema,
  listSimulationsSchema,
  type CreateSimulation,
  type ListSimulations,
} from './simulation.schema.js';
import { SimulationCancel } from './simulation-cancel.service.js';
import { SimulationList } from './simulation-list.service.js';
import { simulationsTag } from './simulations.tag.js';
import { Simulations } from './simulations.service.js';

const parameters = { id: simulationIdSchema };

@Controller('v1/simulations')
@SendsWebhooks(
  {
    type: 'simulation.completed',
    summary: 'Receive the completion of a simulation',
    description: 'Sent once, after the results are stored. Points of a parameter sweep send no events of their own.',
    data: simulationRecordSchema,
  },
  {
    type: 'simulation.failed',
    summary: 'Receive the failure of a simulation',
    description: 'Sent once. `data.failure` contains the cause, and the quota is refunded.',
    data: simulationRecordSchema,
  },
  {
    type: 'simulation.canceled',
    summary: 'Receive the cancellation of a simulation',
    description: 'Sent once, after a cancellation request took effect.',
    data: simulationRecordSchema,
  },
)
@InTag(simulationsTag)
export class SimulationsController {
  constructor(
    private readonly simulations: Simulations,
    private readonly simulationList: SimulationList,
    private readonly cancellation: SimulationCancel,
    private readonly waiting: SimulationWait,
    private readonly estimates: SimulationEstimates,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a simulation',
    description:
      'Validates the request and queues a simulation, which counts against the monthly quota. Poll the URL in `Location` at the interval in `Retry-After`, open its event stream, or receive a webhook. With `Prefer: wait=10`, the response waits at most ten seconds for the simulation to finish. With `dry_run`, nothing is queued: the response is 200 with the resolved request, its cost and its expected precision.',
    data: simulationRecordSchema,
    otherStatuses: [{ status: 200, data: dryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'invalid_workflow',
      'invalid_scenario_context',
      'invalid_adjustment',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createSimulationSchema }) body: CreateSimulation,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<SimulationRecord | DryRun>> {
    if (body.dry_run) {
      const planned = await this.simulations.plan(caller, body);
      return new Reply<DryRun>(await this.estimates.of(caller, planned), { status: 200 });
    }
    const created = await this.simulations.create(caller, body, idempotencyKey);
    const { record, headers } = await this.waiting.until(caller, created.record, wait);
    const Location = `/v1/simulations/${record.id}`;
    return new Reply<SimulationRecord>(record, {
      headers: { Location, ...headers, ...replayHeaders(created.replayed), ...pollHeaders(record) },
    });
  }

  @Get()
  @RequireScope('simulations:read')
  @Documented({
    summary: 'List simulations',
    description:
      'Returns the simulations of the organization in this tier, newest first. Filters are combined with AND. Points of parameter sweeps appear only with `sweep_id`. The summaries have the outcomes, outcome groups and measures of all agents. Their `curves`, `segments` and `flows` are empty; `GET /v1/simulations/{id}` returns them.',
    data: simulationRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listSimulationsSchema }) query: ListSimulations,
  ): Promise<Reply<SimulationRecord[]>> {
    return this.simulationList.page(caller, query);
  }

  @Get(':id')
  @RequireScope('simulations:read')
  @Documented({
    summary: 'Read a simulation',
    description:
      'Returns the current state of a simulation. While it is `queued` or `running`, the response has `Retry-After`. With `Prefer: wait=10`, the response waits at most ten seconds for the simulation to finish.',
    parameters,
    data: simulationRecordSchema,
    headers: ['Retry-After', 'Preference-Applied'],
    errors: ['simulation_not_found'],
  })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<SimulationRecord>> {
    const { record, headers } = await this.waiting.until(caller, await this.simulations.get(caller, id), wait);
    return new Reply(record, { headers: { ...headers, ...pollHeaders(record) } });
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Cancel a simulation',
    description:
      'Cancels a queued or running simulation. A queued simulation never runs, and its quota is refunded. A running simulation stops within one second. The event `simulation.canceled` is sent.',
    parameters,
    data: simulationRecordSchema,
    errors: ['simulation_not_found', 'simulation_already_finished'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<SimulationRecord> {
    return this.cancellation.cancel(caller, id);
  }
}
