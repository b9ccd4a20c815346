import { Body, Controller, Get, HttpCode, Param, Post, type StreamableFile } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Reply } from '../common/http/reply.js';
import { IdempotencyKey, replayHeaders } from '../platform/idempotency/idempotency-key.js';
import { SimulationResults } from './results/simulation-results.service.js';
import type { SimulationRecord } from './simulation.record.js';
import { createSimulationSchema, type CreateSimulation } from './simulation.schema.js';
import { isFinished } from './simulation.state.js';
import { Simulations } from './simulations.service.js';

@Controller('v1/simulations')
export class SimulationsController {
  constructor(
    private readonly simulations: Simulations,
    private readonly results: SimulationResults,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createSimulationSchema }) body: CreateSimulation,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<SimulationRecord>> {
    const { record, replayed } = await this.simulations.create(caller, body, idempotencyKey);
    const headers = { Location: `/v1/simulations/${record.id}`, ...replayHeaders(replayed), ...pollHeaders(record) };
    return new Reply(record, { headers });
  }

  @Get(':id')
  @RequireScope('simulations:read')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<Reply<SimulationRecord>> {
    const record = await this.simulations.get(caller, id);
    return new Reply(record, { headers: pollHeaders(record) });
  }

  @Get(':id/results')
  @RequireScope('simulations:read')
  async readResults(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<StreamableFile> {
    return this.results.stream(caller, id);
  }
}

/** While a simulation is under way the answer says when to ask again. */
function pollHeaders(record: SimulationRecord): Record<string, string> {
  return isFinished(record.status) ? {} : { 'Retry-After': '1' };
}
