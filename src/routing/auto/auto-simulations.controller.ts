import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { pollHeaders } from '../../simulations/poll-headers.js';
import { PreferWait, type Wait } from '../../simulations/progress/prefer-wait.js';
import { SimulationWait } from '../../simulations/progress/simulation-wait.service.js';
import { toGoalRecord } from '../../simulations/goals/goal.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import {
  autoDryRunSchema,
  autoSimulationSchema,
  createdSchema,
  routedViaSchema,
  type AutoDryRun,
  type AutoSimulation,
  type Created,
} from './auto-simulation.schema.js';
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
      'Selects the workflow that best matches a question, sets parameters from its words (“20% cheaper”), and queues a simulation like `POST /v1/simulations`. `meta.routed_via` shows the workflow, its confidence and the reasons. `meta.interpreted` lists the parameters that were set. `meta.not_interpreted` lists words that were ignored, with a reason. A question that compares two to five scenarios (“10 or 20% cheaper”) queues one simulation for each, with the same seed: `data` is the first one, and `meta.comparison` lists all. A question about a range (“between 10 and 30% cheaper”) queues a parameter sweep of five values: `data` is the sweep. A question for the value that reaches a share (“Which fare gets 70% to choose it?”) queues a goal over one parameter in its calibrated range: `data` is the goal, and `meta.goal` shows what was read. Each simulation and each point counts against the quota, and a goal counts as several simulations and always uses the method `delta`; either all are queued or none. Nothing is queued if several workflows could answer the question (`route_ambiguous`), none can (`routing_low_confidence`), part of it could change the scenario but was not read (`question_incomplete`), or it is not in English (`unsupported_language`). These errors list what you can send instead.',
    data: createdSchema,
    meta: routedViaSchema,
    otherStatuses: [{ status: 200, data: autoDryRunSchema }],
    headers: ['Location', 'Retry-After', 'Preference-Applied'],
    errors: [
      'routing_low_confidence',
      'route_ambiguous',
      'unsupported_language',
      'question_incomplete',
      'invalid_scenario_context',
      'invalid_goal',
      'agent_count_exceeds_plan',
      'insufficient_quota',
    ],
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @Body({ schema: autoSimulationSchema }) body: AutoSimulation,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @PreferWait() wait: Wait | undefined,
  ): Promise<Reply<Created | AutoDryRun>> {
    if (body.dry_run) {
      const { data, meta } = await this.auto.dryRun(caller, body);
      return new Reply<AutoDryRun>(data, { meta, status: 200 });
    }
    const { record: created, others = [], meta, replayed } = await this.auto.create(caller, body, idempotencyKey);
    if (created.object === 'sweep') {
      const Location = `/v1/sweeps/${created.id}`;
      return new Reply<Created>(created, {
        meta,
        headers: { Location, 'Retry-After': '1', ...replayHeaders(replayed) },
      });
    }
    if (created.object === 'goal') {
      const { record, headers } = await this.waiting.untilFinished(caller, created, wait, toGoalRecord);
      const Location = `/v1/goals/${record.id}`;
      return new Reply<Created>(record, {
        meta,
        headers: { Location, ...headers, ...replayHeaders(replayed), ...pollHeaders(record) },
      });
    }
    const [waited] = await Promise.all([created, ...others].map((one) => this.waiting.until(caller, one, wait)));
    const { record, headers } = waited!;
    const Location = `/v1/simulations/${record.id}`;
    return new Reply<Created>(record, {
      meta,
      headers: { Location, ...headers, ...replayHeaders(replayed), ...pollHeaders(record) },
    });
  }
}
