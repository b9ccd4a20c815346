import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { dryRunSchema, type DryRun } from '../../simulations/estimates/estimate.schema.js';
import { pollHeaders } from '../../simulations/poll-headers.js';
import { PreferWait, type Wait } from '../../simulations/progress/prefer-wait.js';
import { SimulationWait } from '../../simulations/progress/simulation-wait.service.js';
import { simulationRecordSchema, type SimulationRecord } from '../../simulations/simulation.record.js';
import { simulationsSection } from '../../simulations/simulations.section.js';
import { autoSimulationSchema, routedViaSchema, type AutoSimulation } from './auto-simulation.schema.js';
import { AutoSimulations } from './auto-simulations.service.js';

@Controller('v1/simulations/auto')
@InSection(simulationsSection)
export class AutoSimulationsController {
  constructor(
    private readonly auto: AutoSimulations,
    private readonly waiting: SimulationWait,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Ask a question',
    description:
      'The workflow that answers it is found and queued, as by a create; `meta.routed_via` says which, how surely, and why. What the question says of the scenario (“20% cheaper”) is set and listed in `meta.interpreted`; what it is not sure of it leaves alone and says so. A question that no workflow answers for sure is refused, with what comes nearest in `meta.alternatives`.',
    data: simulationRecordSchema.or(dryRunSchema),
    meta: routedViaSchema,
    otherStatuses: [200],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: ['routing_low_confidence', 'invalid_scenario_context', 'agent_count_exceeds_plan', 'insufficient_quota'],
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
      ...{ meta, headers: { Location, ...headers, ...replayHeaders(replayed), ...pollHeaders(record) } },
    });
  }
}
