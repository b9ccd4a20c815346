import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Sql } from '../../platform/database/sql.js';
import { Idempotency, type EffectOutcome } from '../../platform/idempotency/idempotency.service.js';
import { Usage } from '../../usage/usage.service.js';
import type { AdjustedWorkflow } from '../adjustments/adjusted-workflow.js';
import { SimulationEstimates } from '../estimates/simulation-estimates.service.js';
import { Simulations } from '../simulations.service.js';
import { commonOf, resolvePoints, sweptParameters, warningsOf } from './sweep-grid.js';
import { toSweepRecord, type SweepDryRun, type SweepRecord } from './sweep.record.js';
import type { CreateSweep } from './sweep.schema.js';
import { writeSweep, type NewSweep } from './sweep.writer.js';

@Injectable()
export class SweepCreation {
  constructor(
    private readonly simulations: Simulations,
    private readonly estimates: SimulationEstimates,
    private readonly idempotency: Idempotency,
    private readonly usage: Usage,
    private readonly clock: Clock,
  ) {}

  /** Creates the sweep, queues its points and reserves their quota in one transaction. */
  async create(
    caller: Caller,
    request: CreateSweep,
    idempotencyKey: string | undefined,
  ): Promise<{ record: SweepRecord; replayed: boolean }> {
    const prepared = await this.simulations.prepare(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/sweeps',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    // Validated in the effect: a replay returns the first response even if the workflow has been deprecated since.
    const { body, replayed } = await this.idempotency.once(caller.tier, once, (sql) =>
      this.queue(sql, caller, this.planOf(caller, prepared.workflow, prepared.request)),
    );
    return { record: body, replayed };
  }

  /** Queues a sweep in the transaction of an idempotent effect, and reserves its quota as the last step. */
  async queue(sql: Sql, caller: Caller, sweep: NewSweep): Promise<EffectOutcome<SweepRecord>> {
    const now = this.clock.now();
    const row = await writeSweep(sql, sweep, now);
    const counts = { queued: row.pointCount, running: 0, completed: 0, failed: 0, canceled: 0 };
    return {
      body: toSweepRecord(row, { counts, agentsDone: 0, lastEnd: null }),
      last: (sql) => this.usage.reserve(sql, caller, now, row.pointCount),
    };
  }

  /** Estimates the cost, run time and precision of a sweep. Writes nothing. */
  async estimate(caller: Caller, request: CreateSweep): Promise<SweepDryRun> {
    const prepared = await this.simulations.prepare(caller, request);
    return this.estimateOf(caller, this.planOf(caller, prepared.workflow, prepared.request));
  }

  async estimateOf(caller: Caller, { base, parameters, points }: NewSweep): Promise<SweepDryRun> {
    const point = { ...base, scenario: commonOf(base.scenario, parameters), warnings: warningsOf(points) };
    const estimate = await this.estimates.of(caller, point, points.length);
    return { ...estimate, object: 'sweep_dry_run', parameters: [...parameters], points_total: points.length };
  }

  /** Fills in the defaults of a request. Throws {@link AppError} if it is invalid. Writes nothing. */
  planOf(caller: Caller, workflow: AdjustedWorkflow | AppError, request: CreateSweep): NewSweep {
    const parameters = sweptParameters(request);
    const base = this.simulations.planOf(caller, workflow, request);
    return { base, parameters, points: resolvePoints(base.workflow.definition, request.scenario_context, parameters) };
  }
}
