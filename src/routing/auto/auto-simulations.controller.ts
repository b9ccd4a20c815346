import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { dryRunSchema, type DryRun } from '../../simulations/estimates/estimate.schema.js';
import { pollHeaders } from '../../simulations/poll-headers.js';
import { PreferWait, type Wait } from '../../simulations/progress/prefer-wait.js';
import { SimulationWait } from '../../simulations/progress/simulation-wait.service.js';
import { simulationRecordSchema, type SimulationRecord } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { autoSimulationSchema, routedViaSchema, type AutoSimulation } from './auto-simulation.schema.js';
import { AutoSimulations } from './auto-simulations.service.js';

@Controller('v1/simulations/auto')
@InTag(simulationsTag)
export class AutoSimulationsController {
  constructor(
    private readonly auto: AutoSimulations,
    private readonly waiting: SimulationWait,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a simulation from a question',
    description:
      'Selects the workflow that best matches a question, sets parameters from its words (“20% cheaper”), and queues a simulation like `POST /v1/simulations`. `meta.routed_via` shows the workflow, its confidence and the reasons. `meta.interpreted` lists the parameters that were set. `meta.not_interpreted` lists words that were ignored, with a reason. Nothing is queued if several workflows could answer the question (`route_ambiguous`), none can (`routing_low_confidence`), part of it has several readings (`question_incomplete`), or it is not in English (`unsupported_language`). These errors list what you can send instead.',
    data: simulationRecordSchema,
    meta: routedViaSchema,
    otherStatuses: [{ status: 200, data: dryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'routing_low_confidence',
      'route_ambiguous',
      'unsupported_language',
      'question_incomplete',
      'invalid_scenario_context',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @Body({ schema: autoSimulationSchema }) body: AutoSimulation,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<SimulationRecord | DryRun>> {
    if (body.dry_run) {
      const { data, meta } = await this.auto.dryRun(caller, body);
      return new Reply<DryRun>(data, { meta, status: 200 });
    }
    const { record: created, meta, replayed } = await this.auto.create(caller, body, idempotencyKey);
    const { record, headers } = await this.waiting.until(caller, created, wait);
    const Location = `/v1/simulations/${record.id}`;
    return new Reply<SimulationRecord>(record, {
      meta,
      headers: { Location, ...headers, ...replayHeaders(replayed), ...pollHeaders(record) },
    });
  }
}
