import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { Usage } from '../../usage/usage.service.js';
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

  /** The sweep, its points and what they take of the quota in one transaction: all of them or none. */
  async create(
    caller: Caller,
    request: CreateSweep,
    idempotencyKey: string | undefined,
  ): Promise<{ record: SweepRecord; replayed: boolean }> {
    const workflow = await this.simulations.workflow(caller, request.workflow_id);
    let pointCount = 0;
    const now = this.clock.now();
    const once = {
      ...{ route: 'POST /v1/sweeps', key: idempotencyKey, payload: request },
      ...{ scope: caller.organizationId, status: 202 },
      last: (sql: Parameters<Usage['reserve']>[0]) => this.usage.reserve(sql, caller, now, pointCount),
    };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const planned = this.planOf(caller, workflow, request);
      pointCount = planned.points.length;
      const row = await writeSweep(sql, planned, now);
      const counts = { queued: pointCount, running: 0, completed: 0, failed: 0, canceled: 0 };
      return toSweepRecord(row, { counts, agentsDone: 0, lastEnd: null });
    });
    return { record: body, replayed };
  }

  /** What it would be, take and give. Writes nothing. */
  async estimate(caller: Caller, request: CreateSweep): Promise<SweepDryRun> {
    const workflow = await this.simulations.workflow(caller, request.workflow_id);
    const { base, parameters, points } = this.planOf(caller, workflow, request);
    const point = { ...base, scenario: commonOf(base.scenario, parameters), warnings: warningsOf(points) };
    const estimate = await this.estimates.of(caller, point, points.length);
    return { ...estimate, parameters: [...parameters], points_total: points.length };
  }

  private planOf(caller: Caller, workflow: Workflow | AppError, request: CreateSweep): NewSweep {
    const parameters = sweptParameters(request);
    const base = this.simulations.planOf(caller, workflow, request);
    return { base, parameters, points: resolvePoints(base.workflow.definition, request.scenario_context, parameters) };
  }
}
