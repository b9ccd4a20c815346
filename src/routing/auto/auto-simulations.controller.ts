import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { dryRunSchema, type DryRun } from '../../simulations/dry-run/estimate.schema.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { PreferWait, type Wait } from '../../simulations/progress/prefer-wait.js';
import { RunProgress } from '../../simulations/progress/run-progress.service.js';
import { pollHeaders } from '../../simulations/run.controller.js';
import { simulationRecordSchema, type SimulationRecord } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { autoSimulationSchema, routedViaSchema, type AutoSimulation } from './auto-simulation.schema.js';
import { AutoSimulations } from './auto-simulations.service.js';

@Controller('v1/simulations/auto')
@InTag(simulationsTag)
export class AutoSimulationsController {
  constructor(
    private readonly auto: AutoSimulations,
    private readonly progress: RunProgress,
  ) {}

  @Post()
  @HttpCode(202)
  @RequireScope('simulations:write')
  @Documented({
    summary: 'Create a simulation from a question',
    description:
      'Selects the workflow that best matches a question, sets parameters from its words (“20% cheaper”), and queues a simulation like `POST /v1/simulations`. `meta.routed_via` shows the workflow, its confidence, the reasons and the alternatives. If the confidence is below the routing floor, the response is 422 `routing_low_confidence` with one to five `meta.alternatives`, and nothing is queued.\n\n`meta.interpreted` lists the parameters that were set. A direction without an amount (“cheaper”) is a stated assumption: `source` is `assumed`. `meta.not_read` lists words that may name a change and were not used, and `meta.warnings` states what that means for the answer. If the workflow has no parameter for a change, the baseline runs. A question that compares scenarios, lists values or names a range queues two to five simulations with the same agents and seed: `data` is the first one, and `meta.also` lists the other ones. A question for a value (“Which fare gets 70% to choose it?”) runs the baseline, and `meta.suggested` is the request that finds the value. Each simulation counts against the quota; all of them are queued or none.',
    data: simulationRecordSchema,
    meta: routedViaSchema,
    otherStatuses: [{ status: 200, data: dryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'processor_limit_reached',
      'routing_low_confidence',
      'question_incomplete',
      'invalid_workflow',
      'invalid_scenario_context',
      'agent_count_exceeds_plan',
      'simulation_not_found',
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
    const { record: created, others, meta, replayed } = await this.auto.create(caller, body, idempotencyKey);
    const [waited] = await Promise.all(
      [created, ...others].map((one) =>
        this.progress.wait(
          caller,
          kindNamed('simulation'),
          { record: one, replayed: replayed && one === created },
          wait,
        ),
      ),
    );
    const { record, headers } = waited!;
    const Location = `/v1/simulations/${record.id}`;
    return new Reply<SimulationRecord>(record, {
      meta,
      headers: { Location, ...headers, ...replayHeaders(replayed), ...pollHeaders(record) },
    });
  }
}
