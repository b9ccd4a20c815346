import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Caller } from '../../common/identity/caller.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { Usage } from '../../usage/usage.service.js';
import { Simulations } from '../simulations.service.js';
import { resolvePoints, sweptParameters } from './sweep-grid.js';
import { toSweepRecord, type SweepRecord } from './sweep.record.js';
import type { CreateSweep } from './sweep.schema.js';
import { writeSweep } from './sweep.writer.js';

@Injectable()
export class SweepCreation {
  constructor(
    private readonly simulations: Simulations,
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
    const parameters = sweptParameters(request);
    const { workflow_id, agent_count, scenario_context, seed, uncertainty } = request;
    const asked = { workflow_id, agent_count, scenario_context, seed, uncertainty };
    const workflow = await this.simulations.workflow(caller, workflow_id);
    let pointCount = 0;
    const once = {
      ...{ route: 'POST /v1/sweeps', key: idempotencyKey, payload: request },
      ...{ scope: caller.organizationId, status: 202 },
      last: (sql: Parameters<Usage['reserve']>[0]) => this.usage.reserve(sql, caller, pointCount),
    };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const base = this.simulations.planOf(caller, workflow, asked);
      const points = resolvePoints(base.workflow.definition, scenario_context, parameters);
      pointCount = points.length;
      const row = await writeSweep(sql, { base, parameters, points }, this.clock.now());
      const counts = { queued: pointCount, running: 0, completed: 0, failed: 0, canceled: 0 };
      return toSweepRecord(row, { counts, agentsDone: 0, lastEnd: null });
    });
    return { record: body, replayed };
  }
}
